import { useQuery } from '@tanstack/react-query';
import type { LegalPage as Page } from '@waggle/contracts/legal';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { waggle } from '#lib/brand.ts';
import { currentLocale } from '#lib/i18n.ts';
import { problemText } from '#lib/problem-text.ts';
import { LoadError } from '#ui/load-error.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { PublicFooter, PublicLogo } from './auth-frame.tsx';
import { legalTextQuery } from './legal.ts';
import { OwnText } from './own-text.tsx';

type LegalPageProps = { page: Page; sections: readonly string[] };

/** The operator's own text, or plain words for a self-hosted installation, whose license is that of the software: they name the software. */
export function LegalPage({ page, sections }: LegalPageProps) {
  const { t } = useTranslation('legal');
  const text = useQuery(legalTextQuery(page, currentLocale()));
  return (
    <PublicPage title={text.data?.text?.title ?? t(`${page}.title`, { brand: waggle.name })}>
      {text.isPending && <SkeletonRows className="mt-7" />}
      {text.isError && (
        <LoadError title={t('failed')} message={problemText(text.error)} retry={() => void text.refetch()} />
      )}
      {text.data?.text && <OwnText text={text.data.text} />}
      {text.data?.text === null && <BuiltInText page={page} sections={sections} />}
    </PublicPage>
  );
}

type BuiltInTextProps = {
  page: Page | 'accessibility';
  sections: readonly string[];
  /** What a sentence may name besides the product. */
  values?: Record<string, string>;
};

export function BuiltInText({ page, sections, values }: BuiltInTextProps) {
  const { t } = useTranslation('legal');
  const say = (key: string) => t(`${page}.${key}` as 'terms.title', { brand: waggle.name, ...values });
  return (
    <>
      <p className="mt-2 text-md text-muted">{say('lead')}</p>
      {sections.map((section) => (
        <section key={section} className="mt-7">
          <h2 className="text-md font-semibold text-ink">{say(`sections.${section}.title`)}</h2>
          <p className="mt-1 text-base leading-6 text-muted">{say(`sections.${section}.text`)}</p>
        </section>
      ))}
    </>
  );
}

export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface px-5 py-6 sm:px-10 sm:py-8">
      <header>
        <PublicLogo />
      </header>
      <main id="main" className="mx-auto w-full max-w-(--measure) flex-1 py-12">
        <h1 className="font-display text-[1.625rem] leading-8 font-semibold tracking-[-0.025em] text-ink outline-none lg:text-2xl">
          {title}
        </h1>
        {children}
      </main>
      <PublicFooter />
    </div>
  );
}
