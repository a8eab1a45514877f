/** @jsxImportSource preact */
import { iso31661Alpha2ToAlpha3 } from 'iso-3166';
import { useMemo } from 'preact/hooks';

import { countryNames } from '../i18n/languages.js';
import { useReader } from '../i18n/reader.js';
import type { SessionState } from '../model/flow.js';
import type { Choices } from '../session/tab-memory.js';
import { Actions, Heading } from './step-frame.js';

type Chosen = Pick<Choices, 'documentType' | 'issuingCountry'>;

interface DocumentStepProps {
  readonly state: SessionState;
  readonly chosen: Chosen;
  readonly onChosen: (chosen: Chosen) => void;
}

const countries = Object.keys(iso31661Alpha2ToAlpha3);

/** Asks for the type and the issuing country of the document. */
export function DocumentStep({ state, chosen, onChosen }: DocumentStepProps) {
  const { text, language } = useReader();
  const names = useMemo(() => countryNames(language, countries), [language]);
  const typeName = (type: string): string => (text.document.types as Readonly<Record<string, string>>)[type] ?? type;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = new FormData(event.currentTarget as HTMLFormElement);
    onChosen({ documentType: textOf(given, 'documentType'), issuingCountry: textOf(given, 'issuingCountry') });
  };
  return (
    <form onSubmit={send}>
      <div>
        <Heading text={text.document.heading} />
        <p class="hint">{text.document.hint}</p>
      </div>
      <div>
        <label for="document-type">{text.document.type}</label>
        <select id="document-type" name="documentType" required>
          <option value="">{text.document.choose}</option>
          {state.documentTypes.map((type) => (
            <option key={type} value={type} selected={type === chosen.documentType}>
              {typeName(type)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label for="issuing-country">{text.document.country}</label>
        <select id="issuing-country" name="issuingCountry" required>
          <option value="">{text.document.choose}</option>
          {names.map(([code, name]) => (
            <option key={code} value={code} selected={code === chosen.issuingCountry}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Actions next={text.next} isBusy={false} />
    </form>
  );
}

const textOf = (given: FormData, name: string): string => {
  const value = given.get(name);
  return typeof value === 'string' ? value : '';
};
