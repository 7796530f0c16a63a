import { fold } from '../../../server/src/platform/text/text.ts'

/** Two companies of the same make: a hundred times as many people in the large one. */
export const COMPANIES = { large: 'people-large', small: 'people-small' } as const
export type Size = keyof typeof COMPANIES

/** The company, its countries, their regions, their offices; people work in offices. */
export type CompanyShape = { countries: number; regions: number; offices: number; employees: number }

/** 5,021 organizations and 300,000 employees, or the same for fewer: a country is always a twentieth. */
export function companyOf(employees: number): CompanyShape {
  if (employees >= 100_000) return { countries: 20, regions: 10, offices: 24, employees }
  return { countries: 20, regions: 1, offices: 2, employees }
}

export function officesOf({ countries, regions, offices }: CompanyShape): number {
  return countries * regions * offices
}

/** The managers whose perimeters are measured; which organizations their profiles name is in `load-people.ts`. */
export const MANAGERS = {
  company: 'the whole company',
  country: 'a country',
  offices: 'every 48th office, by name',
  every: 'every office, by name',
  office: 'one office',
} as const
export type ManagerId = keyof typeof MANAGERS

const FIRST = `Ada Amélie Björn Carlos Chloé Dana Elif Emma Farid Fatima Grace Hana Hugo Inès Ivan Jack Jana Kofi Lars Léa Lucía
  Malik Marta Mei Nadia Niels Noor Olga Omar Paula Pedro Quentin Rosa Sami Sofia Tariq Uma Victor Yuki Zoé`
const LAST = `Abadi Andersen Bakker Bauer Berg Bianchi Clarke Costa Dahl Dubois Eriksen Evans Fekete Fischer García Girard Haas
  Haddad Ivanov Jansen Jensen Kaya Keller Klein Kowalski Larsen Leroy Lindqvist López Martin Mendes Meyer Moreau Müller Nagy
  Nguyen Novák Okafor Olsen Pereira Petit Petrov Popescu Ramos Rossi Sato Schmidt Silva Singh Smith Suzuki Tanaka Torres
  Vargas Vogel Walsh Weber Wójcik Yılmaz Zhang`

export const firstNames = namesOf(FIRST)
export const lastNames = namesOf(LAST)

function namesOf(list: string): { plain: string[]; folded: string[] } {
  const plain = list.split(/\s+/)
  return { plain, folded: plain.map(fold) }
}

/** An employee that does not exist yet, if the serial is new. */
export function newEmployee(serial: string, index: number, office: string) {
  const pick = (names: string[], step: number) => names[(index * step) % names.length] ?? ''
  const first_name = pick(firstNames.plain, 7)
  const last_name = pick(lastNames.plain, 11)
  return {
    technical_id: `N${serial}-${index}`,
    first_name,
    last_name,
    email: `${serial}.${index}@people.example`,
    language: 'en-us',
    address: `${index} Long Street`,
    postcode: '75002',
    city: 'Paris',
    country: 'France',
    registrations: [{ organization_code: office, employee_number: `${serial}${index}` }],
    custom_fields: { grade: 'senior' },
  }
}
