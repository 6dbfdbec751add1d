import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { waggle } from '#lib/brand.ts';
import { textLinkClass } from './auth-frame.tsx';
import { operatorQuery } from './legal.ts';
import { BuiltInText, PublicPage } from './legal-page.tsx';

const sections = ['standard', 'tested', 'keyboard', 'zoom', 'limits', 'content'] as const;

/** What is tested and what is not, and whom to tell. */
export function AccessibilityScreen() {
  const { t } = useTranslation('legal');
  const email = useQuery(operatorQuery).data?.email;
  return (
    <PublicPage title={t('accessibility.title')}>
      <BuiltInText page="accessibility" sections={sections} />
      <section className="mt-7">
        <h2 className="text-md font-semibold text-ink">{t('accessibility.report.title')}</h2>
        <p className="mt-1 text-base leading-6 text-muted">
          {t(email ? 'accessibility.report.text' : 'accessibility.report.noAddress', { brand: waggle.name })}{' '}
          {email && (
            <a href={`mailto:${email}`} className={textLinkClass}>
              {email}
            </a>
          )}
        </p>
      </section>
    </PublicPage>
  );
}
