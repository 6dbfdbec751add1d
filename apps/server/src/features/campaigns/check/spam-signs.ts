/** Phrases that filters and readers take for spam, in the three languages of the program. */
const phrases = [
  '100% free',
  'act now',
  'cash bonus',
  'click here now',
  'congratulations you won',
  'double your income',
  'earn money fast',
  'free money',
  'guaranteed winner',
  'lose weight fast',
  'make money fast',
  'miracle cure',
  'no credit check',
  'no obligation',
  'once in a lifetime',
  'risk free',
  'risk-free',
  'this is not spam',
  'urgent response',
  'winner winner',
  'you have been selected',
  'viagra',
  'casino bonus',
  '100% gratis',
  'actúe ahora',
  'dinero fácil',
  'dinero gratis',
  'gane dinero rápido',
  'ha sido seleccionado',
  'sin riesgo',
  '100% gratuit',
  'agissez maintenant',
  'argent facile',
  'argent gratuit',
  'gagnez de l’argent',
  'sans risque',
  'vous avez été sélectionné',
];
const repeats = ['!!', '???', '$$', '€€'];
const mostShown = 5;

/** What was found, as it is written in the email. */
export function spamSigns(subject: string, text: string): string[] {
  const said = `${subject}\n${text}`.toLowerCase();
  const found = phrases.filter((phrase) => said.includes(phrase));
  const letters = subject.replaceAll(/[^\p{L}]/gu, '');
  if (letters.length >= 8 && letters === letters.toUpperCase() && letters !== letters.toLowerCase())
    found.unshift(subject);
  const repeated = repeats.find((sign) => subject.includes(sign));
  if (repeated) found.unshift(repeated);
  return found.slice(0, mostShown);
}
