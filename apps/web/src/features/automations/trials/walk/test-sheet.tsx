import { type Step, stepsOf, type StepOf } from '@waggle/contracts/automation-document';
import { FlaskConical } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { problemText } from '#lib/problem-text.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Switch } from '#ui/switch.tsx';
import { useEditor } from '../../editor/editor-context.ts';
import { type ChosenContact, ContactChoice } from './contact-choice.tsx';
import { useWalk } from './use-walk.ts';
import { WalkResult } from './walk-result.tsx';

/** Leads one contact through the draft: waits are skipped, and nothing is changed. */
export function TestSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('automation-runs');
  const { document } = useEditor();
  const label = useId();
  const [contact, setContact] = useState<ChosenContact>();
  const [happens, setHappens] = useState<readonly string[]>([]);
  const [toMe, setToMe] = useState(false);
  const { walk, start } = useWalk();
  const waits = [...stepsOf(document.steps)].filter((step): step is StepOf<'wait-for'> => step.kind === 'wait-for');
  const run = () =>
    contact && start({ contact, happens: happens.filter((id) => waits.some((one) => one.id === id)), toMe });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} size="lg" title={t('test.title')} focusTitle>
      <div className="flex flex-col gap-5">
        <p className="text-sm text-muted">{t('test.text')}</p>
        <div role="group" aria-labelledby={label} className="flex flex-col gap-1.5">
          <span id={label} className="text-sm font-semibold text-ink">
            {t('test.contact')}
          </span>
          <ContactChoice contact={contact} onChange={setContact} />
        </div>
        <Happens waits={waits} chosen={happens} onChange={setHappens} />
        <SendToMe checked={toMe} onChange={setToMe} />
        <Button
          variant="primary"
          icon={FlaskConical}
          busy={walk.isPending}
          busyLabel={t('test.busy')}
          disabledReason={contact ? undefined : t('test.chooseFirst')}
          className="self-start max-sm:w-full"
          onClick={run}
        >
          {t(walk.data ? 'test.again' : 'test.start')}
        </Button>
        {walk.isError && (
          <Alert tone="danger" title={t('test.failed')}>
            {problemText(walk.error)}
          </Alert>
        )}
        {walk.data && !walk.isPending && <WalkResult result={walk.data} />}
      </div>
    </Sheet>
  );
}

type HappensProps = {
  waits: readonly (Step & { kind: 'wait-for' })[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** Steps that wait for something: it happens there, or the time runs out. */
function Happens({ waits, chosen, onChange }: HappensProps) {
  const { t } = useTranslation('automation-runs');
  const { words } = useEditor();
  if (waits.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-sm font-semibold text-ink">{t('test.happens')}</legend>
      {waits.map(({ id, what }) => (
        <Switch
          key={id}
          spread
          label={words.happening(what)}
          checked={chosen.includes(id)}
          onCheckedChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
      ))}
    </fieldset>
  );
}

function SendToMe({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation('automation-runs');
  const { email } = useUser();
  return (
    <Switch
      spread
      label={t('test.toMe')}
      description={t('test.toMeHint', { email })}
      checked={checked}
      onCheckedChange={onChange}
    />
  );
}
