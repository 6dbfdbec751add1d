import { useQuery } from '@tanstack/react-query';
import type { ClientTemplate, CopyCounts, SendingOfNew, startClient } from '@waggle/contracts/client-templates';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { DialogClose, DialogFooter } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useIsPhone } from '#ui/use-media-query.ts';
import { copyCountsQuery } from '../queries.ts';
import { TemplateDialog } from '../templates/template-dialog.tsx';
import { BrandDetails } from './brand-details.tsx';
import { ClientPick } from './client-pick.tsx';
import { CopiedKinds } from './copied-kinds.tsx';
import { ReadyBox } from './ready-box.tsx';
import { SourceList } from './source-list.tsx';
import { anotherClient, type StartForm as Start, useStartForm } from './use-start-form.ts';

type StartFormProps = {
  templates: readonly ClientTemplate[];
  sending: SendingOfNew;
  looksUpWebsites: boolean;
  onStarted: (started: ReplyOf<typeof startClient>) => void;
};

export function StartForm({ templates, sending, ...rest }: StartFormProps) {
  const { t } = useTranslation('client-templates');
  const start = useStartForm({ templates, ...rest });
  const [edited, setEdited] = useState<ClientTemplate | 'new'>();
  const { form } = start;
  const isPhone = useIsPhone();
  const { setFocus } = form;
  // The fields come after the dialog, which by then has looked for one to begin with. On a phone the choice above comes first.
  useEffect(() => {
    if (!isPhone) setFocus('name');
  }, [isPhone, setFocus]);

  return (
    <>
      <form noValidate onSubmit={start.onSubmit} className="border-t border-line">
        <div className="grid sm:grid-cols-[minmax(0,15.75rem)_minmax(0,1fr)]">
          <SourceList templates={templates} start={start} onEdit={setEdited} />
          <div className="flex min-w-0 flex-col gap-4 p-5">
            <Fields start={start} sending={sending} />
          </div>
        </div>
        {/* The problem stands beside the buttons: on a phone the fields are a screen away. */}
        <div className="sticky bottom-0 z-10 border-t border-line bg-sunken">
          {form.problem && (
            <Alert tone="danger" className="mx-5 mt-3">
              {form.problem}
            </Alert>
          )}
          <DialogFooter className="pt-3! pb-3!">
            <p className="mr-auto text-sm text-muted max-sm:hidden">{t('next')}</p>
            <DialogClose>
              <Button>{t('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" busy={form.formState.isSubmitting} busyLabel={t('creating')}>
              {t('create')}
            </Button>
          </DialogFooter>
        </div>
      </form>
      {/* Beside the form and not in it: what is sent in a dialog would reach the form around it as well. */}
      {edited && (
        <TemplateDialog
          template={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={start.choose}
        />
      )}
    </>
  );
}

function Fields({ start, sending }: { start: Start; sending: SendingOfNew }) {
  const { t } = useTranslation('client-templates');
  const { form, source, look } = start;
  const website = form.register('website');
  const counts = useCounts(start);
  const copiesBrand = counts !== undefined && counts.brand > 0 && form.watch('kinds')!.includes('brand');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('name')} required error={form.errorOf('name')}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Field label={t('website')} error={form.errorOf('website')}>
          {(control) => (
            <TextInput
              {...control}
              {...website}
              onBlur={(event) => {
                look(event.currentTarget.value);
                void website.onBlur(event);
              }}
              inputMode="url"
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      {source === anotherClient && <ClientPick start={start} />}
      <BrandDetails start={start} copiesBrand={copiesBrand} />
      {counts && <CopiedKinds start={start} counts={counts} />}
      <ReadyBox start={start} sending={sending} />
    </>
  );
}

/** Of the template, or of the client that is copied; undefined while nobody is chosen. */
function useCounts({ form, source, template }: Start): CopyCounts | undefined {
  const fromClientId = form.watch('fromClientId');
  const isAsked = source === anotherClient && fromClientId != null;
  const ofClient = useQuery({ ...copyCountsQuery(fromClientId ?? ''), enabled: isAsked }).data;
  return template?.counts ?? (isAsked ? ofClient : undefined);
}
