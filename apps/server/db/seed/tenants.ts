import type { SeedTag } from './contacts.ts';

export type SeedPerson = { name: string; email: string; role: string; locale?: string };
export type SeedTenant = {
  name: string;
  type: string;
  tier: string;
  people: SeedPerson[];
  clients: { name: string; email: string; active?: boolean }[];
  /** How many contacts, and from which of the made-up people on. */
  contacts: number;
  firstPerson: number;
  tags: SeedTag[];
};

export const agency: SeedTenant = {
  name: 'Fernhill Studio',
  type: 'AGENCY',
  tier: 'plus',
  people: [
    { name: 'Priya Raman', email: 'priya@fernhill.example', role: 'ADMIN' },
    { name: 'Mateo Álvarez', email: 'mateo@fernhill.example', role: 'USER', locale: 'es' },
    { name: 'Claire Dubois', email: 'claire@fernhill.example', role: 'VIEWER', locale: 'fr' },
  ],
  clients: [
    { name: 'Maple & Rye Bakery', email: 'hello@maplerye.example' },
    { name: 'Northlight Yoga', email: 'studio@northlight.example' },
    { name: 'Harbour Cycles', email: 'shop@harbourcycles.example' },
    { name: 'Sutton Dental', email: 'desk@suttondental.example' },
    { name: 'Old Mill Theatre', email: 'box-office@oldmill.example', active: false },
  ],
  contacts: 1_280,
  firstPerson: 0,
  tags: [
    { name: 'Bread club', color: '#F97316', owner: 0, every: 2 },
    { name: 'Newsletter', color: '#3B82F6', owner: 0, every: 3 },
    { name: 'Wholesale', color: '#8B5CF6', owner: 0, every: 7 },
    { name: 'Yoga trial', color: '#10B981', owner: 1, every: 3 },
    { name: 'Members', color: '#F59E0B', owner: 1, every: 2 },
    { name: 'Tune-up', color: '#06B6D4', owner: 2, every: 2 },
    { name: 'Local', color: '#84CC16', owner: 2, every: 3 },
    { name: 'Check-up due', color: '#EF4444', owner: 3, every: 2 },
  ],
};

export const business: SeedTenant = {
  name: 'Juniper Garden Centre',
  type: 'BUSINESS',
  tier: 'core',
  people: [
    { name: 'Hannah Okafor', email: 'hannah@juniper.example', role: 'ADMIN' },
    { name: 'Theo Lindqvist', email: 'theo@juniper.example', role: 'USER' },
  ],
  clients: [],
  contacts: 320,
  firstPerson: 3_000,
  tags: [
    { name: 'Roses', color: '#EF4444', owner: 0, every: 3 },
    { name: 'Workshop guests', color: '#10B981', owner: 0, every: 4 },
    { name: 'Loyalty card', color: '#F59E0B', owner: 0, every: 2 },
  ],
};
