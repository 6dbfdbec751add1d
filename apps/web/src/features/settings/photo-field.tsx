import { mostPhotoBytes } from '@waggle/contracts/profile';
import { ImagePlus } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { runMutation } from '#lib/run-mutation.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { FieldMessage } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { useRemovePhoto, useUploadPhoto } from './queries.ts';

const types = ['image/png', 'image/jpeg', 'image/webp'];

/** The picture of the person, kept at once: there is nothing to save. */
export function PhotoField() {
  const { t } = useTranslation('settings', { keyPrefix: 'photo' });
  const id = useId();
  const user = useUser();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const upload = useUploadPhoto();
  const remove = useRemovePhoto();
  const done = (title: string) => ({
    onSuccess: () => toast({ tone: 'success', title }),
    onError: (error: Error) => setFault(problemText(error)),
  });
  const take = (file: File) => {
    const isLarge = file.size > mostPhotoBytes;
    setFault(isLarge ? t('large') : types.includes(file.type) ? undefined : t('type'));
    if (!isLarge && types.includes(file.type)) runMutation(upload, file, done(t('saved')));
  };

  return (
    <fieldset aria-describedby={`${id}-message`} className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 text-sm font-medium text-ink">{t('label')}</legend>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <Avatar name={user.name || user.email} src={user.photoUrl ?? undefined} size={64} />
        <input
          ref={input}
          type="file"
          hidden
          accept={types.join(',')}
          aria-label={t('upload')}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            // The same file can be chosen again after it was corrected.
            event.currentTarget.value = '';
            if (file) take(file);
          }}
        />
        <Button size="sm" icon={ImagePlus} busy={upload.isPending} onClick={() => input.current?.click()}>
          {t(user.photoUrl ? 'replace' : 'upload')}
        </Button>
        {user.photoUrl && (
          <Button
            size="sm"
            variant="ghost"
            busy={remove.isPending}
            onClick={() => runMutation(remove, undefined, done(t('removed')))}
          >
            {t('remove')}
          </Button>
        )}
      </div>
      <FieldMessage id={`${id}-message`} error={fault} hint={t('hint')} />
    </fieldset>
  );
}
