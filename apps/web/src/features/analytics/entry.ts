import { ChartColumn } from 'lucide-react';
import { loadTexts } from '#lib/i18n.ts';
import { lazyPart } from '#lib/lazy-part.tsx';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  nav: {
    group: 'tools',
    place: 5,
    to: '/dashboard/analytics',
    label: 'nav.analytics',
    icon: ChartColumn,
    key: 'n',
    right: 'analytics:read',
  },
  overviewCards: [
    {
      id: 'questions',
      Cards: lazyPart(async () => {
        const [{ SavedCards }] = await Promise.all([
          import('./saved-questions/saved-cards.tsx'),
          loadTexts('ask', 'analytics'),
        ]);
        return SavedCards;
      }),
    },
  ],
};
