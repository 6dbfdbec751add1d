import { useTranslation } from 'react-i18next';
import { DraftNotices } from '#lib/draft-notices.tsx';
import { Alert } from '#ui/alert.tsx';
import { BeyondPlan } from '../plan-notice.tsx';
import { useEditor } from './editor-context.ts';

/** What was changed by somebody else, what could not be saved, and why it does not go on. */
export function Notices() {
  const { t } = useTranslation(['automation-editor', 'automations']);
  const { automation, commands, keeper, mayWrite } = useEditor();
  return (
    <div className="flex flex-col gap-3 px-7 not-empty:py-3 max-xl:px-5 max-lg:px-4">
      {mayWrite && automation.isBeyondPlan && <BeyondPlan text="plan.thisOne" />}
      {automation.holdReason && (
        <Alert tone="danger" title={t(`automations:holds.${automation.holdReason}.title`)}>
          {t(`automations:holds.${automation.holdReason}.text`)}
        </Alert>
      )}
      <DraftNotices keeper={keeper} text={(key, values) => t(key, { ...values })} onTheirs={commands.load} />
    </div>
  );
}
