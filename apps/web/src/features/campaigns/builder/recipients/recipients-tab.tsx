import { useBuilder } from '../builder-context.ts';
import { useTranslation } from 'react-i18next';
import { AudienceCount } from './audience-count.tsx';
import { ContactChoice } from './contact-choice.tsx';
import { Exclusions } from './exclusions.tsx';
import { NobodyLeft } from './nobody-left.tsx';
import { SendTo } from './send-to.tsx';
import { kindOf } from './recipient-kind.ts';
import { TagChoice } from './tag-choice.tsx';
import { useAudience } from './use-audience.ts';

export function RecipientsTab() {
  const { t } = useTranslation('campaign-builder');
  const { draft, clientMissing } = useBuilder();
  const kind = kindOf(draft.recipients);
  const audience = useAudience();
  if (clientMissing) return <p className="text-sm text-muted">{t('recipients.clientFirst')}</p>;
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5">
        <SendTo total={audience.total} />
        {kind === 'tags' && <TagChoice />}
        {kind === 'contacts' && <ContactChoice total={audience.total} />}
        <Exclusions audience={audience.data} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <AudienceCount audience={audience} />
        <NobodyLeft audience={audience.data} />
      </div>
    </div>
  );
}
