/** The product an email to people of an organization speaks of. */
export type MailProduct = {
  name: string;
  /** `#rrggbb`; null takes the color of the design. */
  accent: string | null;
  /** The public address of a picture. */
  markUrl: string | null;
  /** Whether an organization gave it its own name. */
  isOwn: boolean;
};

export const waggle: MailProduct = { name: 'Waggle', accent: null, markUrl: null, isOwn: false };

/** For strangers: a picture could advertise what no text may. */
export const withoutPicture = (product: MailProduct): MailProduct => ({ ...product, markUrl: null });
