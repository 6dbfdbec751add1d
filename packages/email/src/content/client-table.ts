/** Programs most emails are read in. Apple Mail shows everything below, so it has no letter. */
export const mailClients = {
  g: 'Gmail',
  w: 'Outlook on Windows',
  o: 'Outlook.com',
  y: 'Yahoo',
} as const;
export type ClientLetter = keyof typeof mailClients;

/**
 * What an email can be written with and which of them ignore it, where a reader would see the difference: facts of caniemail.com
 * (MIT), data of 13 May 2026, newest version of each program. What they show in part is not here, nor what only refines.
 */
const facts = {
  property: `
    animation gwoy | aspect-ratio gwoy | background-image w | border-image gwoy | border-radius w | box-shadow gwy
    clip-path gwoy | column-count wy | filter gwoy | backdrop-filter gwoy | flex-direction gwy | flex-wrap gwy | float w | gap wy
    grid-template gwoy | grid-template-columns gwoy | inset gwoy | justify-content gwy | align-items gwy
    margin-inline gwoy | margin-block gwoy | mask-image gwoy | max-height w | min-height w | min-width w | mix-blend-mode wy
    object-fit wy | object-position wy | opacity w | padding-inline gwoy | padding-block gwoy | position gw | shape-outside gwoy
    text-shadow gwo | text-overflow wy | transform gwoy | transition gwo | visibility gw | writing-mode wy`,
  /** By value: words, functions and units. */
  value: `
    display:flex w | display:inline-flex w | display:grid w | linear-gradient() woy | radial-gradient() woy | conic-gradient() gwoy
    rgba() w | calc() woy | min() woy | max() woy | clamp() woy | var() gwoy | light-dark() gwoy | rem wy | vh w | vw w`,
  /** In style sheets. */
  rule: '@font-face goy | ::before gwy | ::after gwy',
  element: 'picture gwoy | input w | wbr w',
};

const entries = (text: string): [string, ClientLetter[]][] =>
  text
    .trim()
    .split(/[|\n]/)
    .map((entry) => entry.trim().split(' '))
    .flatMap(([name = '', letters = '']) => (name === '' ? [] : [[name, letters.split('') as ClientLetter[]]]));

export const clientTable = {
  property: new Map(entries(facts.property)),
  value: entries(facts.value),
  rule: entries(facts.rule),
  element: new Map(entries(facts.element)),
};
