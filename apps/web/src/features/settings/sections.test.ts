import { expect, test } from 'vitest';
import { sectionsFor } from './sections.ts';

const keys = (...input: Parameters<typeof sectionsFor>) => sectionsFor(...input).map(({ key }) => key);

test('a VIEWER sees what is their own, and how things look', () => {
  expect(keys('VIEWER', 'AGENCY')).toEqual(['profile', 'notifications', 'security', 'brand', 'topics', 'white-label']);
});

test('the audit log is for ADMINs', () => {
  expect(keys('ADMIN', 'BUSINESS')).toContain('audit');
  expect(keys('USER', 'AGENCY')).not.toContain('audit');
});

test('revenue is for whoever records purchases', () => {
  expect(keys('USER', 'BUSINESS')).toContain('revenue');
  expect(keys('VIEWER', 'BUSINESS')).not.toContain('revenue');
});

test('clients are for agencies', () => {
  expect(keys('ADMIN', 'AGENCY')).toContain('clients');
  expect(keys('ADMIN', 'BUSINESS')).not.toContain('clients');
  expect(keys('ADMIN', undefined)).not.toContain('clients');
});
