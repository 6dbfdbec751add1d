import { useQuery } from '@tanstack/react-query';
import type { Brand } from '@waggle/contracts/brand';
import { useTranslation } from 'react-i18next';
import { useHolds } from '#features/accounts/index.ts';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Fact, Section } from '../section.tsx';
import { ListStates } from '../sending/list-states.tsx';
import { BrandForm } from './brand-form.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { LookFacts } from './look-facts.tsx';
import { brandQuery } from './queries.ts';

export function BrandSection() {
  const { t } = useTranslation('settings');
  const brand = useQuery(brandQuery);
  const mayManage = useHolds('brand:manage');
  return (
    <Section title={t('sections.brand')} description={t('brand.text', { name: brand.data?.ownName ?? '' })}>
      <ListStates query={brand} failedTitle={t('brand.failed')} skeleton={<Skeleton shape="block" className="h-96" />}>
        {(read) =>
          // Each client has a form of its own, so that typing in one never lands in another.
          mayManage ? <BrandForm key={read.id} brand={read} /> : <BrandFacts brand={read} />
        }
      </ListStates>
    </Section>
  );
}

function BrandFacts({ brand }: { brand: Brand }) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const { name, ownName, accent, website, logo, postalAddress, inheritedAddress } = brand;
  return (
    <div data-wide className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <Card footer={t('readOnly')}>
        <dl className="flex flex-col gap-4">
          <Fact label={t('name')}>{name || ownName}</Fact>
          <Fact label={t('logo')}>
            {logo ? <img src={logo.url} alt="" className="h-10 max-w-28 object-contain" /> : t('noLogo')}
          </Fact>
          <Fact label={t('accent')}>{accent?.toUpperCase() ?? t('presets.honey')}</Fact>
          <Fact label={t('website')}>{website || t('none')}</Fact>
          <Fact label={t('address')}>
            <span className="whitespace-pre-line">{postalAddress || inheritedAddress || t('none')}</span>
          </Fact>
          <LookFacts brand={brand} />
        </dl>
      </Card>
      <BrandPreview brand={{ ...brand, name: name || ownName, postalAddress: postalAddress || inheritedAddress }} />
    </div>
  );
}
