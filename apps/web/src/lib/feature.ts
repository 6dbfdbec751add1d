import type { AnyRoute } from '@tanstack/react-router';

/** Its pages by who can open them; their parents are in app/routes.ts. */
export type FeatureRoutes = {
  everybody?: readonly AnyRoute[];
  signedOut?: readonly AnyRoute[];
  signedIn?: readonly AnyRoute[];
  /** Inside the frame of guests. */
  guest?: readonly AnyRoute[];
  /** Inside the frame of the settings. */
  settings?: readonly AnyRoute[];
};

/** What everybody loads of a feature before the first screen, so screens stay lazy. */
export type Feature = {
  /** The name of its folder, here, on the server and in the contracts. */
  name: string;
  routes: FeatureRoutes;
};

export const defineFeature = <const F extends Feature>(feature: F): F => feature;
