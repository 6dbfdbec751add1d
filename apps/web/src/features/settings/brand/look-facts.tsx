import type { Brand } from '@waggle/contracts/brand';
import { defaultTheme } from '@waggle/contracts/email-document';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { Fact } from '../section.tsx';
import { nameOf } from './social-field.tsx';

/** What new emails begin and end with, for whoever may not change it. */
export function LookFacts({ brand }: { brand: Brand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const { list } = useFormat();
  const networks = brand.socialLinks.map(({ network }) => nameOf(network, t('website')));
  return (
    <>
      <Fact label={t('highlight')}>{(brand.highlight ?? defaultTheme.light.deep).toUpperCase()}</Fact>
      <Fact label={t('headingFont')}>{t(`fonts.${brand.headingFont ?? defaultTheme.headingFont}`)}</Fact>
      <Fact label={t('bodyFont')}>{t(`fonts.${brand.bodyFont ?? defaultTheme.bodyFont}`)}</Fact>
      <Fact label={t('social')}>{networks.length > 0 ? list(networks) : t('none')}</Fact>
      <Fact label={t('footer')}>
        <span className="whitespace-pre-line">{brand.footerText || t('none')}</span>
      </Fact>
    </>
  );
}
