/** The way on, right of the title of a card: small to look at, with room for a finger. */
export const cardLinkClass =
  '-mx-1.5 -my-2 flex items-center gap-1.5 rounded-sm px-1.5 py-2 hover:text-ink coarse:py-3.5 coarse:-my-3.5';
