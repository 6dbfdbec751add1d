import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const from = '/dashboard/forms';
const dialogs = () => import('./form-builder-dialog.tsx');
const CreateFormDialog = lazy(async () => ({ default: (await dialogs()).CreateFormDialog }));
const EditFormDialog = lazy(async () => ({ default: (await dialogs()).EditFormDialog }));

/** The builder over the list, where the address asks for it: it is heavier than the whole list. */
export function OpenBuilder() {
  const { create, edit } = useSearch({ from });
  const navigate = useNavigate({ from });
  const close = () =>
    void navigate({ search: (now) => ({ ...now, create: undefined, edit: undefined }), replace: true });
  if (!create && !edit) return null;
  return (
    <Suspense>
      {edit ? <EditFormDialog key={edit} formId={edit} onClose={close} /> : <CreateFormDialog onClose={close} />}
    </Suspense>
  );
}
