export const qrCodeKeys = {
  all: ['qr-codes'] as const,
  lists: ['qr-codes', 'list'] as const,
  labels: ['qr-codes', 'labels'] as const,
  presets: ['qr-codes', 'presets'] as const,
  one: (qrCodeId: string) => ['qr-codes', 'one', qrCodeId] as const,
};
