import { useNavigate, useSearch } from '@tanstack/react-router';

type Layers = { contact?: string | undefined; edit?: true; add?: true; import?: string };

/** Which layer is open stands in the address, so it can be shared and survives a reload. */
export function useLayers() {
  const { contact, edit = false, add = false, import: importing } = useSearch({ from: '/dashboard/contacts' });
  const navigate = useNavigate({ from: '/dashboard/contacts' });
  const show = (layers: Layers) =>
    void navigate({
      search: (now) => ({ ...now, contact: undefined, edit: undefined, add: undefined, import: undefined, ...layers }),
      replace: true,
      resetScroll: false,
    });
  return { contact, edit, add, importing, show };
}

export type ContactLayers = ReturnType<typeof useLayers>;
