import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';

const least = {
  PUBLIC_URL: 'https://waggle.example/',
  DATABASE_URL: 'postgres://waggle_app@db/waggle',
  SECRET_KEY: 'x'.repeat(32),
  SMTP_URL: 'smtp://mail',
};

test('four settings are enough, and the rest has defaults', () => {
  const config = loadConfig(least);

  expect(config).toMatchObject({
    PUBLIC_URL: 'https://waggle.example',
    API_PORT: 3000,
    WAGGLE_MODE: 'production',
    CELL: 1,
  });
});

test('a secret is read from the file that its _FILE key names', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'waggle-config-')), 'key');
  writeFileSync(file, `${'s'.repeat(40)}\n`);

  const config = loadConfig({ ...least, SECRET_KEY: undefined, SECRET_KEY_FILE: file });

  expect(config.SECRET_KEY).toBe('s'.repeat(40));
});

test('every wrong key is named at once, and no value is printed', () => {
  const wrong = () => loadConfig({ ...least, SECRET_KEY: 'short-secret', API_PORT: '99999', PUBLIC_URL: undefined });

  expect(wrong).toThrow(/PUBLIC_URL[\s\S]*SECRET_KEY[\s\S]*API_PORT/);
  expect(wrong).not.toThrow(/short-secret/);
});

test('a key set to nothing means its default', () => {
  expect(loadConfig({ ...least, LOG_LEVEL: '', TRUSTED_PROXIES: '' })).toMatchObject({
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: [],
  });
});
