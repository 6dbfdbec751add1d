import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seedCommand } from '../cli/seed.ts';
import { developmentSecretKey, loadConfig } from './config.ts';

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

test('S7: production refuses switches that are for measurements and demonstrations, with a sentence', () => {
  const production = { ...least, WAGGLE_MODE: 'production' };

  expect(() => loadConfig({ ...production, UNSAFE_NO_RATE_LIMITS: 'true' })).toThrow(
    /UNSAFE_NO_RATE_LIMITS: turns the limits .* refused in production/,
  );
  expect(() => loadConfig({ ...production, SECRET_KEY: developmentSecretKey })).toThrow(
    /SECRET_KEY: .* refused in production/,
  );
  expect(loadConfig({ ...least, WAGGLE_MODE: 'test', UNSAFE_NO_RATE_LIMITS: 'true' }).UNSAFE_NO_RATE_LIMITS).toBe(true);
});

test('S7: sample people are not added in production', async () => {
  await expect(seedCommand(loadConfig({ ...least, WAGGLE_MODE: 'production' }), 'demo')).rejects.toThrow('WAGGLE_MODE');
});

test('SECRET_KEY_PREVIOUS is a list of keys, each long enough; a comma in a key is escaped', () => {
  const [one, two] = ['1'.repeat(40), `${'2'.repeat(20)},${'2'.repeat(20)}`];

  expect(loadConfig(least).SECRET_KEY_PREVIOUS).toEqual([]);
  expect(
    loadConfig({ ...least, SECRET_KEY_PREVIOUS: `${one}, ${two.replace(',', String.raw`\,`)}` }).SECRET_KEY_PREVIOUS,
  ).toEqual([one, two]);
  expect(() => loadConfig({ ...least, SECRET_KEY_PREVIOUS: `${one},short` })).toThrow(
    /SECRET_KEY_PREVIOUS[\s\S]*at least 32 characters/,
  );
});
