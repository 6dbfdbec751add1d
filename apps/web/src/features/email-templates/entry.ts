import { LayoutTemplate } from 'lucide-react';
import type { FeatureEntry } from '#lib/registry.ts';

export const entry: FeatureEntry = {
  palette: [
    {
      id: 'email-templates',
      kind: 'page',
      to: '/dashboard/campaigns/templates',
      label: 'palette.emailTemplates',
      icon: LayoutTemplate,
      right: 'campaigns:read',
    },
  ],
};
