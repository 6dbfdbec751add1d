/** The one place that names the product; a white-label installation replaces this object. */
export const brand = {
  name: 'Waggle',
  tagline: 'Marketing Automation',
  logo: '/logo.svg',
  /** Any CSS colour; undefined keeps the accent of the design tokens. */
  accent: undefined as string | undefined,
};
