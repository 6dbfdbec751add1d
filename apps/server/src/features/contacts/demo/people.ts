/** Made-up people, the first of them by hand and the rest put together from these names. */
export type MadeUp = { email: string; firstName: string; lastName: string; phone: string | null };

const known = [
  ['Hannah', 'Okafor', 'hannah.okafor@gmail.example', '+1 503 555 0148'],
  ['Theo', 'Lindqvist', 'theo@lindqvistdesign.example', null],
  ['Marisol', 'Vega', 'marisol.vega@outlook.example', '+1 503 555 0112'],
  ['Dev Anand', 'Pillai', 'dev.pillai@northpeak.example', null],
  ['Greta', 'Hofmann', 'greta.hofmann@posteo.example', '+49 30 5550 1400'],
  ['Amara', 'Diallo', 'amara.d@hey.example', null],
  ['Joon-ho', 'Park', 'joonho.park@fastmail.example', '+1 971 555 0163'],
  ['Beatriz', 'Fonseca', 'bia.fonseca@uol.example', null],
  ['Callum', 'Reid', 'callum@reidroofing.example', '+44 20 7946 0321'],
  ['Noor', 'Haddad', 'noor.haddad@gmail.example', null],
  ['Sofie', 'Brandt', 'sofie.brandt@mail.example', null],
  ['Wesley', 'Tran', 'wes.tran@icloud.example', '+1 503 555 0177'],
  ['Ingrid', 'Solberg', 'ingrid.solberg@online.example', null],
  ['Rafael', 'Moreno', 'rafa.moreno@proton.example', null],
  ['Lucy', 'Abernathy', 'lucy.abernathy@gmail.example', '+1 503 555 0199'],
] as const;

const first =
  'Ada Amir Anouk Ben Carla Chen Daniela Elif Emma Felix Fatima Grace Hugo Ines Ivan Jana Jonas Karim Lena Leo Lina Marco Maria Mehmet Mia Nadia Noah Olga Omar Paul Petra Quinn Rosa Samir Sofia Tariq Tim Uma Vera Viktor Wei Xenia Yara Zoe'.split(
    ' ',
  );
const last =
  'Abel Bauer Becker Costa Díaz Dubois Ernst Fischer García Gómez Haas Hansen Ivanov Jansen Kaya Keller Khan Klein Kowalski Lang López Meyer Nguyen Novák Olsen Peters Quist Rossi Satō Schmidt Silva Singh Smith Tanaka Urban Vogel Wagner Weber Wolf Yılmaz Young Zhang'.split(
    ' ',
  );
const hosts = ['gmail.example', 'outlook.example', 'icloud.example', 'proton.example', 'fastmail.example'];

/** The person at this place: the same one every time, so that pictures of the product stay the same. */
export function madeUp(at: number): MadeUp {
  const person = known[at];
  if (person) return { firstName: person[0], lastName: person[1], email: person[2], phone: person[3] };
  // Steps without a common divisor go through all pairs of names before one comes again.
  const firstName = first[(at * 7) % first.length] ?? '';
  const lastName = last[(at * 11 + Math.floor(at / first.length)) % last.length] ?? '';
  const local = `${firstName}.${lastName}`
    .normalize('NFKD')
    .replaceAll(/[^\w.]/g, '')
    .toLowerCase();
  const phone = at % 3 === 0 ? `+1 503 555 ${String(200 + (at % 9_700)).padStart(4, '0')}` : null;
  return { firstName, lastName, email: `${local}${at}@${hosts[at % hosts.length] ?? ''}`, phone };
}

/** Most are active; the others are spread so that every state is on the first screen. */
export const statusAt = (at: number): string =>
  ({ 2: 'lead', 5: 'lead', 7: 'unsubscribed', 10: 'bounced', 13: 'lead' })[at % 25] ??
  (at % 97 === 60 ? 'complained' : 'active');
