/** Returns a document as the European Central Bank publishes it: the value of one euro in other currencies, by day. */
export function ecbDocument(days: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const ofDay = ([day, rates]: [string, Readonly<Record<string, string>>]): string =>
    `\t\t<Cube time='${day}'>\n${Object.entries(rates)
      .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`)
      .join('')}\t\t</Cube>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
${Object.entries(days).map(ofDay).join('')}	</Cube>
</gesmes:Envelope>
`;
}
