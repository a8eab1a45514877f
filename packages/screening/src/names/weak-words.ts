/** Forms of address, which do not identify anyone. */
export const honorifics: ReadonlySet<string> = new Set([
  ...[
    'mr',
    'mrs',
    'ms',
    'miss',
    'mx',
    'sir',
    'dame',
    'lord',
    'lady',
    'dr',
    'doctor',
    'prof',
    'professor',
    'rev',
    'hon',
  ],
  ...[
    'sr',
    'sra',
    'srta',
    'senor',
    'senora',
    'senorita',
    'don',
    'dona',
    'dra',
    'doutor',
    'doutora',
    'ing',
    'lic',
    'licenciado',
  ],
  ...[
    'arq',
    'abg',
    'herr',
    'frau',
    'monsieur',
    'madame',
    'mme',
    'mlle',
    'president',
    'presidente',
    'prasident',
    'general',
  ],
  ...[
    'gen',
    'col',
    'colonel',
    'coronel',
    'capt',
    'captain',
    'capitan',
    'sheikh',
    'shaikh',
    'sheik',
    'shaykh',
    'haji',
    'hajji',
  ],
  ...[
    'excellency',
    'ayatollah',
    'maulvi',
    'moulvi',
    'ustad',
    'brig',
    'brigadier',
    'lt',
    'lieutenant',
    'maj',
    'sgt',
    'admiral',
    'dipl',
  ],
  ...['mullah', 'maulana', 'mawlawi', 'sayyid', 'jr', 'junior', 'esq', 'phd', 'mv', 'mt'],
]);

/** Particles that join the words of a name. They are compared but hardly count. */
const particles: readonly string[] = [
  ...[
    'al',
    'el',
    'ul',
    'bin',
    'ben',
    'ibn',
    'bint',
    'abu',
    'de',
    'da',
    'do',
    'das',
    'dos',
    'del',
    'della',
    'di',
    'du',
    'des',
  ],
  ...[
    'la',
    'las',
    'los',
    'le',
    'les',
    'van',
    'von',
    'der',
    'den',
    'zu',
    'zur',
    'the',
    'of',
    'for',
    'in',
    'at',
    'a',
    'o',
    'y',
    'e',
  ],
  ...['oglu', 'ogly', 'uulu', 'qizi', 'kizi', 'kyzy', 'gyzy'],
  ...['i', 'and', 'und', 'et', 'en', 'e', 'st', 'san', 'santa', 'para', 'com', 'con', 'por'],
];

/**
 * Words of many company names with their approximate share in a thousand names. Their weight, and that of their letters in `NgramModel`,
 * decreases with it.
 */
export const frequentWords: ReadonlyMap<string, number> = new Map([
  ...perMille(
    40,
    'company compania companhia comercial comercio group grupo gruppe holding holdings servicios servicos services',
  ),
  ...perMille(
    25,
    'international internacional industria industrias industries trading transport transportes transporte construcciones',
  ),
  ...perMille(
    25,
    'construtora inversiones investments investment comercializadora distribuidora importadora exportadora',
  ),
  ...perMille(
    15,
    'solutions soluciones solucoes systems sistemas tecnologia technology technologies consulting consultoria',
  ),
  ...perMille(
    15,
    'logistica logistics alimentos foods bank banco capital partners fund fondo trust management gestion',
  ),
  ...perMille(
    15,
    'administradora inmobiliaria imobiliaria seguros insurance medical medica salud saude ingenieria engenharia',
  ),
  ...perMille(
    10,
    'agencia agricola agropecuaria asociados associados associates brothers hermanos irmaos sons hijos filhos',
  ),
  ...perMille(
    10,
    'centro center centre clinica constructora construction consultores consultants corporacion empresa empresas',
  ),
  ...perMille(
    10,
    'energy energia enterprise enterprises equipos farmacia financial financiera foundation global imports express',
  ),
  ...perMille(10, 'laboratorios mercado minera motors muebles nacional national product products productos produtos'),
  ...perMille(
    10,
    'project projects proyectos projetos publicidad real estate representaciones representacoes restaurante security',
  ),
  ...perMille(
    10,
    'seguridad store supermercado supply textil turismo union university universidad ventas vendas works',
  ),
]);

function perMille(share: number, words: string): readonly (readonly [string, number])[] {
  return words.split(' ').map((word) => [word, share]);
}

const particleSet: ReadonlySet<string> = new Set(particles);

const particleWeight = 0.2;
const initialWeight = 0.4;
const shortWeight = 0.8;

/** Returns the weight of a word in a name: 1 if it distinguishes names. */
export function wordWeight(word: string): number {
  if (particleSet.has(word)) return particleWeight;
  if (word.length === 1) return initialWeight;
  const share = frequentWords.get(word);
  if (share !== undefined) return share >= 25 ? 0.4 : 0.6;
  return word.length === 2 ? shortWeight : 1;
}

export const isParticle = (word: string): boolean => particleSet.has(word);
