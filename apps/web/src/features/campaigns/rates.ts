/** A share of a whole; null where there is no whole yet. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

type Counted = { sent: number; opened: number; clicked: number };

/** As the list defines them: opened of sent, clicked of opened. */
export const listRates = ({ sent, opened, clicked }: Counted) => ({
  opened: share(opened, sent),
  clicked: share(clicked, opened),
});
