import { useQuery } from '@tanstack/react-query';
import type { QrDesign } from '@waggle/contracts/qr-design';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewQuery, useIsLogoUnderWay } from '../queries.ts';

/** Long enough that dragging a slider draws once, short enough to feel live. */
const settleMs = 300;

/** The drawing of a design and whether it can be read; while it changes the last one stays. */
export function usePreview(design: QrDesign, qrCodeId: string | undefined) {
  const { t } = useTranslation('links');
  const [settled, setSettled] = useState(design);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(design), settleMs);
    return () => clearTimeout(timer);
  }, [design]);
  const drawing = useQuery(previewQuery(settled, qrCodeId));
  const isUploading = useIsLogoUnderWay();
  const waiting = settled !== design || drawing.isFetching || drawing.isPlaceholderData;
  const readability = drawing.data?.readability;

  return {
    drawing,
    waiting,
    readability,
    /** Why this design cannot be kept; undefined when it can. */
    obstacle: isUploading
      ? t('designer.logoUploading')
      : waiting
        ? t('designer.checking')
        : drawing.isError
          ? t('designer.unchecked')
          : readability?.scans
            ? undefined
            : t('designer.unreadable'),
  };
}

export type Preview = ReturnType<typeof usePreview>;
