import { useNavigate, useSearch } from '@tanstack/react-router';

const from = '/dashboard/forms';

/** What can be open above the list, each by its word in the address. */
export type FormLayer = { create: true } | { edit: string } | { analytics: string } | { share: string };
const closed = { create: undefined, edit: undefined, analytics: undefined, share: undefined, submission: undefined };

/** One at a time: whatever opens another closes the one before. */
export function useFormLayer() {
  const { create, edit, analytics, share, submission } = useSearch({ from });
  const navigate = useNavigate({ from });
  return {
    layer: { create, edit, analytics, share },
    /** With which one the analytics begin, for who comes from a contact. */
    submissionId: submission,
    open: (layer: FormLayer) => void navigate({ search: (now) => ({ ...now, ...closed, ...layer }) }),
    close: () => void navigate({ search: (now) => ({ ...now, ...closed }), replace: true }),
  };
}
