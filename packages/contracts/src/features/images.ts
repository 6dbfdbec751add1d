import { defineFeature } from '../feature.ts';
import { editors, everybody } from '../roles.ts';

declare module '../endpoint.ts' {
  interface Entities {
    image: true;
  }
}

export const images = defineFeature({
  name: 'images',
  rights: { 'images:read': everybody, 'images:write': editors },
});
