import { lazy } from 'react';
import { loadTexts } from '#lib/i18n.ts';

// Of other features, with their texts: nobody needs them before they add or change a client.

export const ClientDialog = lazy(async () => {
  await loadTexts('settings');
  return { default: (await import('#features/settings/index.ts')).ClientDialog };
});

export const ArchiveDialog = lazy(async () => {
  await loadTexts('settings');
  return { default: (await import('#features/settings/index.ts')).ArchiveDialog };
});

export const AddClientDialog = lazy(async () => ({
  default: (await import('#features/client-templates/index.ts')).AddClientDialog,
}));
