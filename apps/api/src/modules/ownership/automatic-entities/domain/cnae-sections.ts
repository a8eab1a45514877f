/** Sections of the Brazilian classification of economic activities (CNAE 2), by their first division. */
const sections: readonly (readonly [firstDivision: number, industry: string])[] = [
  [1, 'Agriculture, forestry and fishing'],
  [5, 'Mining and quarrying'],
  [10, 'Manufacturing'],
  [35, 'Electricity and gas'],
  [36, 'Water supply, sewerage and waste management'],
  [41, 'Construction'],
  [45, 'Wholesale and retail trade, repair of motor vehicles'],
  [49, 'Transportation and storage'],
  [55, 'Accommodation and food service'],
  [58, 'Information and communication'],
  [64, 'Financial and insurance activities'],
  [68, 'Real estate activities'],
  [69, 'Professional, scientific and technical activities'],
  [77, 'Administrative and support services'],
  [84, 'Public administration, defence and social security'],
  [85, 'Education'],
  [86, 'Human health and social services'],
  [90, 'Arts, culture, sport and recreation'],
  [94, 'Other service activities'],
  [97, 'Domestic services'],
  [99, 'International organizations'],
];

/** Returns the industry of an activity code, or `null` if the code is not in any section. */
export function industryOfCnae(code: string): string | null {
  if (!/^\d{7}$/.test(code)) return null;
  const division = Number(code.slice(0, 2));
  return sections.findLast(([first]) => first <= division)?.[1] ?? null;
}
