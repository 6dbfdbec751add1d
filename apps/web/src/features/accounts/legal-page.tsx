import { useTranslation } from 'react-i18next';
import { brand } from '#lib/brand.ts';
import { PublicFooter, PublicLogo } from './auth-frame.tsx';

type LegalPageProps = { page: 'terms' | 'privacy'; sections: readonly string[] };

/** Plain words for a self-hosted installation; whoever runs it answers for it. */
export function LegalPage({ page, sections }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const say = (key: string) => t(`${page}.${key}` as 'terms.title', { brand: brand.name });
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-5 py-6 sm:px-10 sm:py-8">
      <header>
        <PublicLogo />
      </header>
      <main id="main" className="mx-auto w-full max-w-(--measure) flex-1 py-12">
        <h1 className="font-display text-[1.625rem] leading-8 font-semibold tracking-[-0.025em] text-ink outline-none lg:text-2xl">
          {say('title')}
        </h1>
        <p className="mt-2 text-md text-muted">{say('lead')}</p>
        {sections.map((section) => (
          <section key={section} className="mt-7">
            <h2 className="text-md font-semibold text-ink">{say(`sections.${section}.title`)}</h2>
            <p className="mt-1 text-base leading-6 text-muted">{say(`sections.${section}.text`)}</p>
          </section>
        ))}
      </main>
      <PublicFooter />
    </div>
  );
}
