import { useNavigate, useSearch } from '@tanstack/react-router';

type Layers = { contact?: string | undefined; edit?: true; add?: true; import?: string; tasks?: true; merge?: string };

const none = {
  contact: undefined,
  edit: undefined,
  add: undefined,
  import: undefined,
  tasks: undefined,
  merge: undefined,
};

/** Which layer is open stands in the address, so it can be shared and survives a reload. */
export function useLayers() {
  const search = useSearch({ from: '/dashboard/contacts' });
  const { contact, edit = false, add = false, import: importing, tasks = false, merge } = search;
  const navigate = useNavigate({ from: '/dashboard/contacts' });
  const show = (layers: Layers) =>
    void navigate({
      search: (now) => ({ ...now, ...none, ...layers }),
      replace: true,
      resetScroll: false,
    });
  return { contact, edit, add, importing, tasks, merge, show };
}

export type ContactLayers = ReturnType<typeof useLayers>;
