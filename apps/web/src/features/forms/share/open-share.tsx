import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formQuery } from '../queries.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }));

const from = '/dashboard/forms';

/** The dialog for the form that the address names. */
export function OpenShare() {
  const { share } = useSearch({ from });
  const navigate = useNavigate({ from });
  if (share === undefined) return null;
  return (
    <Suspense>
      <Shared
        formId={share}
        onClose={() => void navigate({ search: (now) => ({ ...now, share: undefined }), replace: true })}
      />
    </Suspense>
  );
}

function Shared({ formId, onClose }: { formId: string; onClose: () => void }) {
  const { data } = useQuery(formQuery(formId));
  return data ? <ShareDialog form={data} onClose={onClose} /> : null;
}
