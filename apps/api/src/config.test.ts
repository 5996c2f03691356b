import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ConfigError, Environment, readConfig } from './config.ts';

const example = parseEnv(readFileSync(path.join(import.meta.dirname, '../../../.env.example'), 'utf8'));

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('.env.example', () => {
  test('lists every setting, and no other', () => {
    expect(Object.keys(example).sort()).toEqual(Object.keys(Environment.shape).sort());
  });

  test('shows the defaults', () => {
    expect(readConfig(example as Record<string, string>)).toEqual(readConfig({}));
  });
});

describe('a bad value is named with the reason', () => {
  const cases: [setting: string, value: string, problem: RegExp][] = [
    ['NODE_ENV', 'staging', /development.*production.*test/],
    ['ROLE', 'worker', /must be all, web or jobs/],
    ['METRICS_PORT', 'on', /must be a number/],
    ['PORT', 'http', /must be a number/],
    ['P24_POLL_SECONDS', '0', /must be 1 to 3600/],
    ['VISIT_MAIL_SECONDS', '0', /must be 1 to 3600/],
    ['PORT', '70000', /must be 0 to 65535/],
    ['PORT', '-1', /must be 0 to 65535/],
    ['PORT', '80.5', /must be a whole number/],
    ['DATABASE_URL', 'mysql://localhost/x', /must be a postgres or postgresql address/],
    ['DATABASE_URL', 'localhost', /must be a postgres or postgresql address/],
    ['DATABASE_POOL_SIZE', '1', /2/],
    ['PUBLIC_URL', 'servicebook.example', /must be a http or https address/],
    ['SITE_URL', 'javascript:alert(1)', /must be a http or https address/],
    ['SMTP_URL', 'mail.example', /must be a smtp or smtps address/],
    ['MAIL_FROM', 'x', /3/],
    ['TRUST_PROXY', 'yes', /number/],
    ['LOG_LEVEL', 'loud', /fatal.*silent/],
    ['LOG_LEVEL', 'info,http=loud', /fatal.*silent/],
    ['LOG_LEVEL', 'info,kitchen=warn', /server, http, .*payments/],
    ['ERROR_TRACKER_DSN', 'errors.example.test/1', /https:\/\/KEY@HOST\/PROJECT/],
    ['ERROR_TRACKER_DSN', 'https://errors.example.test/1', /https:\/\/KEY@HOST\/PROJECT/],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /must be a http or https address/],
    ['PDF_PROCESSES', '0', /1/],
    ['APP_UNLOCK_REQUIRED', 'maybe', /true.*false/],
    ['PAYMENTS_ENABLED', 'on?', /true.*false/],
    ['SELLER_COUNTRY', 'Poland', /two letters/],
    ['SELLER_EMAIL', 'nobody', /e-mail/],
    ['SELLER_TIMEZONE', 'Warsaw', /must be a timezone/],
    ['DATA_COUNTRIES', 'PL, Germany', /two-letter countries/],
    ['STORE_URL', 'javascript:alert(1)', /must be a http or https address/],
    ['SOCIAL_LINKEDIN_URL', 'linkedin', /must be a http or https address/],
    ['GOOGLE_TOKEN_URL', 'oauth2.googleapis.com', /must be a http or https address/],
    ['GOOGLE_USERINFO_URL', 'https://people.example/me', /must end with \/userinfo/],
    ['S3_ENDPOINT', 's3.example.test', /must be a http or https address/],
    ['S3_PREFIX', '/servicebook', /must be a folder such as servicebook/],
    ['S3_FORCE_PATH_STYLE', 'maybe', /true.*false/],
    ['S3_SERVER_SIDE_ENCRYPTION', 'yes', /must be AES256 or aws:kms/],
    ['DEMO_DATA', 'perhaps', /true.*false/],
    ['P24_HOST', 'przelewy24', /must be a http or https address/],
    ['P24_MERCHANT_ID', 'x', /must be a number/],
    ['P24_STAND_IN_PORT', '70000', /must be 0 to 65535/],
  ];

  test.each(cases)('%s=%s', (setting, value, problem) => {
    const problems = problemsOf({ [setting]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${setting}: `));
    expect(problems[0]).toMatch(problem);
    expect(problems[0]).toContain(`(is: ${value})`);
  });

  test('all of them at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'y', PDF_PROCESSES: 'z' })).toHaveLength(3);
  });
});

describe('production', () => {
  const complete = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://u:p@db/servicebook',
    PUBLIC_URL: 'https://app.example.test/',
    SMTP_URL: 'smtp://mail:25',
  };

  test('requires the settings that only development can omit', () => {
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'DATABASE_URL: must be set in production',
      'PUBLIC_URL: must be set in production',
      'SMTP_URL: must be set in production',
    ]);
  });

  test('with a server of one role alone there is a database to share', () => {
    expect(problemsOf({ ROLE: 'web' })).toEqual([
      'DATABASE_URL: must be set if ROLE is not all: the servers share a database',
    ]);
    expect(readConfig({ ...complete, ROLE: 'jobs' }).role).toBe('jobs');
  });

  test('loads no demo company, whose passwords are public, unless configured', () => {
    expect(readConfig({}).demoData).toBe(true);
    expect(readConfig(complete).demoData).toBe(false);
    expect(readConfig({ ...complete, DEMO_DATA: 'true' }).demoData).toBe(true);
  });

  test('listens only locally outside production, where anybody could read the caught mails', () => {
    expect(readConfig({}).host).toBe('127.0.0.1');
    expect(readConfig(complete).host).toBe('0.0.0.0');
    expect(readConfig({ HOST: '192.0.2.1' }).host).toBe('192.0.2.1');
  });

  test('behind TLS the cookies are secure, and links start without a double slash', () => {
    expect(readConfig(complete)).toMatchObject({ secure: true, publicUrl: 'https://app.example.test' });
  });
});

describe('sign-in with Google', () => {
  const [id, secret] = ['an-id', 'a-secret'];

  test('needs both client id and secret, and no message repeats the secret', () => {
    expect(readConfig({}).google).toBeNull();
    expect(problemsOf({ GOOGLE_CLIENT_ID: id })).toEqual([
      'GOOGLE_CLIENT_SECRET: must be set beside GOOGLE_CLIENT_ID',
    ]);
    expect(problemsOf({ GOOGLE_CLIENT_SECRET: secret })).toEqual([
      'GOOGLE_CLIENT_ID: must be set beside GOOGLE_CLIENT_SECRET',
    ]);
  });

  test('exchanges the popup’s codes at Google by default', () => {
    expect(readConfig({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }).google).toMatchObject({
      clientId: id,
      clientSecret: secret,
      redirectUri: 'postmessage',
      tokenUrl: 'https://oauth2.googleapis.com/token',
    });
  });
});

describe('files in a bucket', () => {
  const [S3_BUCKET, S3_REGION, secret] = ['files', 'eu-central-1', 'a-secret'];

  test('need a bucket, where it is, and both keys or none', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(problemsOf({ S3_REGION })).toEqual(['S3_BUCKET: must be set beside the other S3_… settings']);
    expect(problemsOf({ S3_BUCKET })).toEqual(['S3_REGION: must be set, or S3_ENDPOINT']);
    expect(problemsOf({ S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID: 'key' })).toEqual([
      'S3_SECRET_ACCESS_KEY: must be set beside S3_ACCESS_KEY_ID',
    ]);
    expect(problemsOf({ S3_BUCKET, S3_REGION, S3_SECRET_ACCESS_KEY: secret })).toEqual([
      'S3_ACCESS_KEY_ID: must be set beside S3_SECRET_ACCESS_KEY',
    ]);
  });

  test('are at Amazon with the machine’s own rights, or where an address says', () => {
    expect(readConfig({ S3_BUCKET, S3_REGION }).s3).toEqual({
      ...{ bucket: S3_BUCKET, endpoint: null, region: S3_REGION, credentials: null },
      ...{ prefix: '', forcePathStyle: false, serverSideEncryption: null },
    });
    const S3_ENDPOINT = 'https://storage.example.test';
    const own = { S3_BUCKET, S3_ENDPOINT, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: secret };
    expect(readConfig({ ...own, S3_PREFIX: 'apps/servicebook/' }).s3).toMatchObject({
      ...{ endpoint: S3_ENDPOINT, region: 'us-east-1', forcePathStyle: true, prefix: 'apps/servicebook/' },
      credentials: { accessKeyId: 'key', secretAccessKey: secret },
    });
    expect(readConfig({ ...own, S3_FORCE_PATH_STYLE: 'false' }).s3?.forcePathStyle).toBe(false);
  });
});

describe('backups in a bucket', () => {
  const files = {
    ...{ S3_BUCKET: 'files', S3_ENDPOINT: 'https://storage.example.test', S3_PREFIX: 'ours' },
    ...{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
  };

  test('are in the store of the files, with its keys or their own', () => {
    expect(readConfig(files).backupS3).toBeNull();
    const { s3, backupS3 } = readConfig({ ...files, BACKUP_S3_BUCKET: 'backups' });
    expect(backupS3).toEqual({ ...s3, bucket: 'backups', prefix: '' });
    const keys = { BACKUP_S3_ACCESS_KEY_ID: 'other', BACKUP_S3_SECRET_ACCESS_KEY: 'one' };
    expect(
      readConfig({ ...files, ...keys, BACKUP_S3_BUCKET: 'files', BACKUP_S3_PREFIX: 'old' }).backupS3,
    ).toEqual({
      ...s3,
      prefix: 'old/',
      credentials: { accessKeyId: 'other', secretAccessKey: 'one' },
    });
    expect(problemsOf({ ...files, BACKUP_S3_BUCKET: 'backups', BACKUP_S3_ACCESS_KEY_ID: 'other' })).toEqual([
      'BACKUP_S3_SECRET_ACCESS_KEY: must be set beside BACKUP_S3_ACCESS_KEY_ID',
    ]);
  });

  test('or in another one, which is told nothing of the former', () => {
    const other = { BACKUP_S3_BUCKET: 'backups', BACKUP_S3_REGION: 'eu-central-1' };
    expect(readConfig({ ...files, ...other }).backupS3).toEqual({
      ...{ bucket: 'backups', endpoint: null, region: 'eu-central-1', credentials: null },
      ...{ prefix: '', forcePathStyle: false, serverSideEncryption: null },
    });
    expect(problemsOf({ BACKUP_S3_BUCKET: 'backups' })).toEqual([
      'BACKUP_S3_REGION: must be set, or BACKUP_S3_ENDPOINT',
    ]);
    expect(problemsOf({ ...files, BACKUP_S3_REGION: 'eu-central-1' })).toEqual([
      'BACKUP_S3_BUCKET: must be set beside the other BACKUP_S3_… settings',
    ]);
  });
});

test('traces go to a collector if there is one, and a share of them is kept if that is asked for', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/';
  const some = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' };
  expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, ...some }).traces).toEqual({
    endpoint: 'http://collector:4318',
    serviceName: 'servicebook',
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
  });
});

test('settings of traces mean nothing without a collector, and must be right with one', () => {
  const wrong = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    OTEL_TRACES_SAMPLER: 'xray',
    OTEL_TRACES_SAMPLER_ARG: '2',
  };
  expect(readConfig(wrong).traces).toBeNull();
  expect(problemsOf({ ...wrong, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toEqual([
    expect.stringMatching(/^OTEL_EXPORTER_OTLP_PROTOCOL: must be http\/protobuf/),
    expect.stringMatching(/^OTEL_TRACES_SAMPLER: must be one of always_on.*parentbased_traceidratio/),
    expect.stringMatching(/^OTEL_TRACES_SAMPLER_ARG: must be 0 to 1/),
  ]);
});

test('payments need all keys of a merchant or none', () => {
  const keys = { P24_MERCHANT_ID: '12345', P24_REPORT_KEY: 'report', P24_CRC: 'crc' };
  expect(readConfig({}).przelewy24).toBeNull();
  expect(problemsOf({ P24_MERCHANT_ID: '12345' })).toEqual([
    'P24_REPORT_KEY: must be set beside the other P24 settings',
    'P24_CRC: must be set beside the other P24 settings',
  ]);
  expect(problemsOf({ P24_POS_ID: '12345' })).toHaveLength(3);
  expect(readConfig(keys).przelewy24).toEqual({
    host: 'https://secure.przelewy24.pl',
    merchantId: 12345,
    posId: 12345,
    reportKey: 'report',
    crc: 'crc',
  });
});

test('a message repeats no password', () => {
  const [problem] = problemsOf({ DATABASE_URL: 'mysql://root:s3cret@db/x' });
  expect(problem).toContain('mysql://…@db/x');
  expect(problem).not.toContain('s3cret');
});

test('the log level is set for all parts of the server, and for single ones', () => {
  expect(readConfig({}).logLevels).toEqual({ all: 'warn' });
  expect(readConfig({ LOG_LEVEL: 'error' }).logLevels).toEqual({ all: 'error' });
  expect(readConfig({ LOG_LEVEL: 'http=info,jobs=debug' }).logLevels).toEqual({
    all: 'warn',
    http: 'info',
    jobs: 'debug',
  });
});

test('an empty value counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});
