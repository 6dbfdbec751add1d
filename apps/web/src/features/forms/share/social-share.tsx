import { ExternalLink, Mail } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '#ui/button-class.ts';
import { formUrl, mailtoUrl, shareUrls, type Shared } from './snippets.ts';

const networks = [
  ['twitter', 'Twitter'],
  ['facebook', 'Facebook'],
  ['linkedin', 'LinkedIn'],
] as const;

/** The networks learn that somebody shares this address, and nothing of where it was shared from. */
export function SocialShare({ shared }: { shared: Shared }) {
  const { t } = useTranslation('form-share');
  const urls = shareUrls(shared);
  const { name } = shared;
  const email = mailtoUrl(t('social.subject', { name }), t('social.body', { name, url: formUrl(shared) }));
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{t('social.text')}</p>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        {networks.map(([network, label]) => (
          <a
            key={network}
            href={urls[network]}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'lg', block: true })}
          >
            <ExternalLink aria-hidden className="icon-control" />
            {label}
          </a>
        ))}
        <a href={email} className={buttonClass({ size: 'lg', block: true })}>
          <Mail aria-hidden className="icon-control" />
          {t('social.email')}
        </a>
      </div>
    </div>
  );
}
