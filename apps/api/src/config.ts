/** The settings of a server: the only reader of the environment. .env.example lists every name. */
import { countryCodes, isTimezone } from '@servicebook/shared/primitives';
import { z } from 'zod';
import type { S3Settings } from './platform/bucket.ts';
import { readDsn } from './platform/error-tracker.ts';
import { type LogLevel, type LogLevels, type LogName, logLevels, logNames } from './platform/logger.ts';
import type { Przelewy24Settings } from './platform/przelewy24.ts';
import { samplers, type TraceSettings } from './platform/trace.ts';

const flag = z.stringbool({ truthy: ['true', '1', 'yes'], falsy: ['false', '0', 'no', ''] });
const url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `must be a ${protocols.join(' or ')} address`,
  });
const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65535, 'must be 0 to 65535');

/** `info,http=warn`: the level of all loggers, and of single ones. */
const levels = z.string().transform((text, ctx): Partial<LogLevels> => {
  const byName: Partial<LogLevels> = {};
  for (const part of text.split(',')) {
    const [name, level] = part.includes('=') ? part.split('=') : ['all', part];
    if (!logLevels.includes(level as LogLevel))
      ctx.addIssue({ code: 'custom', message: `the level must be one of ${logLevels.join(', ')}` });
    else if (name !== 'all' && !logNames.includes(name as LogName))
      ctx.addIssue({ code: 'custom', message: `the loggers are ${logNames.join(', ')}` });
    else byName[name as LogName] = level as LogLevel;
  }
  return byName;
});

const folderInBucket = z
  .string()
  .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, 'must be a folder such as servicebook or apps/servicebook')
  .optional();
const encryption = z.enum(['AES256', 'aws:kms'], { error: 'must be AES256 or aws:kms' }).optional();

const withoutSlash = (address: string) => address.replace(/\/+$/, '');

export const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  /** Port of the web app and API; 0 takes a free one. */
  PORT: port.default(3000),
  /** Address to listen on: all of them in production, otherwise only this machine. */
  HOST: z.string().optional(),
  /** What this server does: `web` answers requests, `jobs` does the work behind them, `all` both. */
  ROLE: z.enum(['all', 'web', 'jobs'], 'must be all, web or jobs').default('all'),
  /** Port on which Prometheus finds the metrics; none if not set, 0 takes a free one. */
  METRICS_PORT: port.optional(),
  /** Address to listen on for them. Whoever reaches it may read them. */
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Folder of the files, and of the embedded database and caught mails where those are used. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Folder of the nightly backups; none are written if neither it nor BACKUP_S3_BUCKET is set. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** How long they are kept. */
  BACKUP_DAYS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 3650')
    .max(3650, 'must be 1 to 3650')
    .default(14),
  /** Bucket of the nightly backups, beside or instead of BACKUP_DIR. */
  BACKUP_S3_BUCKET: z.string().optional(),
  /** Like S3_*, whose values are used if neither address nor region is set here; the prefix is always its own. */
  BACKUP_S3_ENDPOINT: url('http', 'https').optional(),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_S3_PREFIX: folderInBucket,
  BACKUP_S3_FORCE_PATH_STYLE: flag.optional(),
  BACKUP_S3_SERVER_SIDE_ENCRYPTION: encryption,
  /** Bucket of the files, in a store that speaks S3; not set: they are in DATA_DIR. */
  S3_BUCKET: z.string().optional(),
  /** Address of the store; Amazon's in S3_REGION if not set. */
  S3_ENDPOINT: url('http', 'https').optional(),
  S3_REGION: z.string().optional(),
  /** Without them, those of the machine are taken: AWS_* variables, a profile, or the role of the server. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  /** Folder within the bucket. */
  S3_PREFIX: folderInBucket,
  /** The bucket is in the path, not in the host's name: so with S3_ENDPOINT, if not set. */
  S3_FORCE_PATH_STYLE: flag.optional(),
  /** Encryption that the store is asked for; its own default if not set. */
  S3_SERVER_SIDE_ENCRYPTION: encryption,
  /** PostgreSQL to use; without it an embedded one runs in DATA_DIR. */
  DATABASE_URL: url('postgres', 'postgresql').optional(),
  /** The same database without the pooler that DATABASE_URL leads to; none in between if not set. */
  DATABASE_DIRECT_URL: url('postgres', 'postgresql').optional(),
  /** Maximum number of connections to PostgreSQL. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(20),
  /** How many requests of one company a server answers in a second, on average over twenty seconds. */
  ACCOUNT_REQUESTS_PER_SECOND: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 100000')
    .max(100_000, 'must be 1 to 100000')
    .default(100),
  /** Off behind a pooler that cannot handle prepared statements, such as PgBouncer before 1.21 in transaction mode. */
  DATABASE_PREPARE_STATEMENTS: flag.default(true),
  /** Address under which users reach the application; links in mails start with it. */
  PUBLIC_URL: url('http', 'https').optional(),
  /** Where users go after signing out; the start page by default. */
  SITE_URL: url('http', 'https').default('/'),
  /** Mail server, smtp://user:password@host:port; without it mails are caught and shown at /dev/mail. */
  SMTP_URL: url('smtp', 'smtps').optional(),
  /** Sender of all mails. */
  MAIL_FROM: z.string().min(3).default('Servicebook <no-reply@servicebook.app>'),
  /** Number of reverse proxies in front that set X-Forwarded-For. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** info in production, warn otherwise, where the terminal is for reading; single loggers may differ: info,http=warn. */
  LOG_LEVEL: levels.default({}),
  /** Sentry-compatible error tracker for our failures, https://KEY@HOST/PROJECT; none if not set. */
  ERROR_TRACKER_DSN: z
    .string()
    .refine(readDsn, 'must be an address https://KEY@HOST/PROJECT')
    .transform(readDsn)
    .optional(),
  /** Collector of OpenTelemetry that gets traces; none if not set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').transform(withoutSlash).optional(),
  /** How they are sent; there is one way. */
  OTEL_EXPORTER_OTLP_PROTOCOL: z.literal('http/protobuf', 'must be http/protobuf').default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().default('servicebook'),
  /** Which traces are kept. */
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  /** Which share of them, with a sampler of a ratio. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .default(1),
  /** Processes that draw PDFs; with two or more, one company never holds all of them. */
  PDF_PROCESSES: z.coerce.number().int().min(1, 'must be 1 to 16').max(16, 'must be 1 to 16').default(2),
  /** Processes that re-encode uploaded pictures; each may take 500 MB and one CPU. */
  PICTURE_PROCESSES: z.coerce.number().int().min(1, 'must be 1 to 16').max(16, 'must be 1 to 16').default(1),
  /** Address of a place search compatible with Nominatim's /search. */
  GEOCODER_URL: url('http', 'https').default('https://nominatim.openstreetmap.org/search'),
  /** Map tiles, with {z}, {x} and {y}; `none` shows maps without tiles. */
  TILE_URL: z
    .string()
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png')
    .transform((address) => (address === 'none' ? '' : address)),
  /** Attribution of the tiles; shown on every map. */
  TILE_ATTRIBUTION: z.string().default('© OpenStreetMap contributors'),
  /** Show "coming soon" until a visit with ?unlock. */
  APP_UNLOCK_REQUIRED: flag.default(false),
  /** Show prices with buy buttons. */
  PAYMENTS_ENABLED: flag.default(true),
  /** The operator who sells the plans: the seller on invoices, the contact on the public pages. */
  SELLER_NAME: z.string().default('Sample Operator Ltd'),
  SELLER_STREET: z.string().default('Sample Street 1'),
  SELLER_POSTAL_CODE: z.string().default('00-000'),
  SELLER_CITY: z.string().default('Sampletown'),
  /** Two letters, ISO 3166. */
  SELLER_COUNTRY: z.string().length(2, 'must be two letters').toUpperCase().default('PL'),
  /** Tax number. */
  SELLER_NIP: z.string().default('1111111111'),
  /** Timezone of the months and days on invoices. */
  SELLER_TIMEZONE: z
    .string()
    .refine(isTimezone, 'must be a timezone such as Europe/Warsaw')
    .default('Europe/Warsaw'),
  SELLER_EMAIL: z.email('must be an e-mail address').default('contact@example.com'),
  SELLER_PHONE: z.string().default('+48 000 000 000'),
  SELLER_BANK_ACCOUNT: z.string().default('PL00 0000 0000 0000 0000 0000 0000'),
  /** Where the servers and their data are: two-letter countries, separated by commas; the terms name them. */
  DATA_COUNTRIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine(
      (codes) => codes.every((code) => (countryCodes as readonly string[]).includes(code)),
      'must be two-letter countries, separated by commas',
    ),
  /** Address of the phone app in a store; no badge if not set. */
  STORE_URL: url('http', 'https').default(''),
  /** The operator's social media pages; each that is set gets an icon in the footer. */
  SOCIAL_FACEBOOK_URL: url('http', 'https').default(''),
  SOCIAL_INSTAGRAM_URL: url('http', 'https').default(''),
  SOCIAL_LINKEDIN_URL: url('http', 'https').default(''),
  SOCIAL_YOUTUBE_URL: url('http', 'https').default(''),
  /** The client of a Google Cloud project for Google sign-in; without it there is no button. */
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** The redirect URI for exchanging the code of Google's popup. */
  GOOGLE_REDIRECT_URI: z.string().default('postmessage'),
  /** Google's endpoints; tests put a stand-in here. */
  GOOGLE_AUTHORIZATION_URL: url('http', 'https').default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: url('http', 'https').default('https://oauth2.googleapis.com/token'),
  GOOGLE_USERINFO_URL: url('http', 'https')
    // The strategy recognises OpenID Connect answers by this ending.
    .regex(/\/userinfo$/, 'must end with /userinfo')
    .default('https://openidconnect.googleapis.com/v1/userinfo'),
  /** Payment provider Przelewy24: its host and a merchant's keys; without keys our own sandbox replaces it. */
  P24_HOST: url('http', 'https').default('https://secure.przelewy24.pl').transform(withoutSlash),
  P24_MERCHANT_ID: z.coerce.number('must be a number').int('must be a whole number').positive().optional(),
  P24_POS_ID: z.coerce.number('must be a number').int('must be a whole number').positive().optional(),
  P24_REPORT_KEY: z.string().optional(),
  P24_CRC: z.string().optional(),
  /** Seconds until the first poll for a payment that was not reported. */
  P24_POLL_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 3600')
    .max(3600, 'must be 1 to 3600')
    .default(60),
  /** Seconds for which news about visits wait for further ones, so that somebody who plans for minutes sends one mail. */
  VISIT_MAIL_SECONDS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 3600')
    .max(3600, 'must be 1 to 3600')
    .default(300),
  /** Port of the sandbox; 0 takes a free one. */
  P24_STAND_IN_PORT: port.default(0),
  /** PKCS#12 with the key and certificates that seal documents; without it the installation makes its own key. */
  SEAL_P12_FILE: z.string().optional(),
  /** Password of that file, or of the installation's own. */
  SEAL_P12_PASSWORD: z.string().default(''),
  /** Time-stamp server (RFC 3161) for sealed documents; none if not set. */
  SEAL_TIMESTAMP_URL: url('http', 'https').optional(),
  /** Makes new keys for an installation that has lost its own. */
  NEW_KEYS: flag.default(false),
  /** Load the demo company into an empty database; its passwords are public, so off by default in production. */
  DEMO_DATA: flag.optional(),
});

type Values = z.output<typeof Environment>;
/** Reports a setting that does not fit the others. */
type Refuse = (name: keyof Values, problem: string) => null;

const Settings = Environment.transform((values, ctx) => {
  const refuse: Refuse = (name, message) => {
    ctx.addIssue({ code: 'custom', path: [name], message });
    return null;
  };
  const production = values.NODE_ENV === 'production';
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL'] as const) {
    if (production && !values[name]) refuse(name, 'must be set in production');
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    refuse('DATABASE_DIRECT_URL', 'must be set beside DATABASE_URL');
  if (values.ROLE !== 'all' && !values.DATABASE_URL)
    refuse('DATABASE_URL', 'must be set if ROLE is not all: the servers share a database');
  const publicUrl = withoutSlash(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`);
  return {
    environment: values.NODE_ENV,
    port: values.PORT,
    role: values.ROLE,
    metrics:
      values.METRICS_PORT === undefined ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    host: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    dataDir: values.DATA_DIR,
    backupDir: values.BACKUP_DIR ?? null,
    backupDays: values.BACKUP_DAYS,
    backupS3: backupBucketSettings(values, refuse),
    s3: bucketSettings('S3_', bucketValues('S3_', values), refuse),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    accountRequestsPerSecond: values.ACCOUNT_REQUESTS_PER_SECOND,
    prepareStatements: values.DATABASE_PREPARE_STATEMENTS,
    publicUrl,
    siteUrl: values.SITE_URL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    trustProxy: values.TRUST_PROXY,
    logLevels: { all: production ? 'info' : 'warn', ...values.LOG_LEVEL } as LogLevels,
    errorTracker: values.ERROR_TRACKER_DSN ?? null,
    traces: traceSettings(values),
    pdfProcesses: values.PDF_PROCESSES,
    pictureProcesses: values.PICTURE_PROCESSES,
    geocoderUrl: values.GEOCODER_URL,
    tileUrl: values.TILE_URL,
    tileAttribution: values.TILE_ATTRIBUTION,
    unlockRequired: values.APP_UNLOCK_REQUIRED,
    paymentsEnabled: values.PAYMENTS_ENABLED,
    seller: {
      name: values.SELLER_NAME,
      street: values.SELLER_STREET,
      postalCode: values.SELLER_POSTAL_CODE,
      city: values.SELLER_CITY,
      country: values.SELLER_COUNTRY,
      nip: values.SELLER_NIP,
      timezone: values.SELLER_TIMEZONE,
      email: values.SELLER_EMAIL,
      phone: values.SELLER_PHONE,
      bankAccount: values.SELLER_BANK_ACCOUNT,
    },
    dataCountries: values.DATA_COUNTRIES,
    storeUrl: values.STORE_URL,
    socialUrls: {
      facebook: values.SOCIAL_FACEBOOK_URL,
      instagram: values.SOCIAL_INSTAGRAM_URL,
      linkedin: values.SOCIAL_LINKEDIN_URL,
      youtube: values.SOCIAL_YOUTUBE_URL,
    },
    google: googleSettings(values, refuse),
    przelewy24: przelewy24Settings(values, refuse),
    przelewy24StandInPort: values.P24_STAND_IN_PORT,
    paymentPollSeconds: values.P24_POLL_SECONDS,
    visitMailSeconds: values.VISIT_MAIL_SECONDS,
    seal: {
      file: values.SEAL_P12_FILE ?? null,
      password: values.SEAL_P12_PASSWORD,
      timestampUrl: values.SEAL_TIMESTAMP_URL ?? null,
    },
    newKeys: values.NEW_KEYS,
    demoData: values.DEMO_DATA ?? !production,
    /** The application uses TLS: cookies are Secure and have the __Host- prefix. */
    secure: publicUrl.startsWith('https:'),
  };
});

export type Config = z.output<typeof Settings>;
export type Seller = Config['seller'];
export type GoogleSettings = NonNullable<Config['google']>;

/** Null: no Google sign-in. */
function googleSettings(values: Values, refuse: Refuse) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
  if (!clientId && !clientSecret) return null;
  if (!clientId) return refuse('GOOGLE_CLIENT_ID', 'must be set beside GOOGLE_CLIENT_SECRET');
  if (!clientSecret) return refuse('GOOGLE_CLIENT_SECRET', 'must be set beside GOOGLE_CLIENT_ID');
  return {
    clientId,
    clientSecret,
    redirectUri: values.GOOGLE_REDIRECT_URI,
    authorizationUrl: values.GOOGLE_AUTHORIZATION_URL,
    tokenUrl: values.GOOGLE_TOKEN_URL,
    userInfoUrl: values.GOOGLE_USERINFO_URL,
  };
}

/** Null: nothing is traced. */
function traceSettings(values: Values): TraceSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = values;
  if (!endpoint) return null;
  return {
    endpoint,
    serviceName,
    sampler: values.OTEL_TRACES_SAMPLER,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

type BucketStart = 'S3_' | 'BACKUP_S3_';

/** What is set of a bucket, by names without their start. */
const bucketValues = (start: BucketStart, values: Values) => ({
  bucket: values[`${start}BUCKET`],
  endpoint: values[`${start}ENDPOINT`],
  region: values[`${start}REGION`],
  accessKeyId: values[`${start}ACCESS_KEY_ID`],
  secretAccessKey: values[`${start}SECRET_ACCESS_KEY`],
  prefix: values[`${start}PREFIX`],
  forcePathStyle: values[`${start}FORCE_PATH_STYLE`],
  serverSideEncryption: values[`${start}SERVER_SIDE_ENCRYPTION`],
});
type BucketValues = ReturnType<typeof bucketValues>;

/** Null: no backup goes to a bucket. */
function backupBucketSettings(values: Values, refuse: Refuse): S3Settings | null {
  const own = bucketValues('BACKUP_S3_', values);
  const files = bucketValues('S3_', values);
  const isOtherStore = own.endpoint !== undefined || own.region !== undefined;
  if (!own.bucket || !files.bucket || isOtherStore) return bucketSettings('BACKUP_S3_', own, refuse);
  // Keys come in pairs.
  const { accessKeyId, secretAccessKey } = own.accessKeyId || own.secretAccessKey ? own : files;
  const store = {
    ...own,
    ...{ accessKeyId, secretAccessKey, endpoint: files.endpoint, region: files.region },
    forcePathStyle: own.forcePathStyle ?? files.forcePathStyle,
    serverSideEncryption: own.serverSideEncryption ?? files.serverSideEncryption,
  };
  return bucketSettings('BACKUP_S3_', store, refuse);
}

/** Null: no bucket is set. */
function bucketSettings(start: BucketStart, values: BucketValues, refuse: Refuse): S3Settings | null {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey, prefix } = values;
  if (!bucket) {
    const isAnySet = Object.values(values).some((value) => value !== undefined);
    return isAnySet ? refuse(`${start}BUCKET`, `must be set beside the other ${start}… settings`) : null;
  }
  if (!endpoint && !region) refuse(`${start}REGION`, `must be set, or ${start}ENDPOINT`);
  if (accessKeyId && !secretAccessKey)
    refuse(`${start}SECRET_ACCESS_KEY`, `must be set beside ${start}ACCESS_KEY_ID`);
  if (secretAccessKey && !accessKeyId)
    refuse(`${start}ACCESS_KEY_ID`, `must be set beside ${start}SECRET_ACCESS_KEY`);
  return {
    bucket,
    endpoint: endpoint ?? null,
    // What stores with an address of their own call themselves.
    region: region ?? 'us-east-1',
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    prefix: prefix ? `${withoutSlash(prefix)}/` : '',
    forcePathStyle: values.forcePathStyle ?? endpoint !== undefined,
    serverSideEncryption: values.serverSideEncryption ?? null,
  };
}

/**
 * All of a merchant's keys or none: with missing keys, payments could be taken but not verified. Null: none is set.
 * Outside production, and with a demo, a sandbox replaces the provider.
 */
function przelewy24Settings(values: Values, refuse: Refuse): Przelewy24Settings | null {
  const { P24_MERCHANT_ID: merchantId, P24_REPORT_KEY: reportKey, P24_CRC: crc } = values;
  if (!merchantId && !reportKey && !crc && !values.P24_POS_ID) return null;
  if (merchantId && reportKey && crc) {
    return { host: values.P24_HOST, merchantId, posId: values.P24_POS_ID ?? merchantId, reportKey, crc };
  }
  for (const name of ['P24_MERCHANT_ID', 'P24_REPORT_KEY', 'P24_CRC'] as const) {
    if (!values[name]) refuse(name, 'must be set beside the other P24 settings');
  }
  return null;
}

/**
 * Reads the settings.
 * @throws ConfigError with every bad value, one per line.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // A platform may set OpenTelemetry's variables for all its programs. Without a collector they mean nothing here.
  const traced = Boolean(environment.OTEL_EXPORTER_OTLP_ENDPOINT);
  const settings = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== '' && (traced || !name.startsWith('OTEL_')),
    ),
  );
  const { data, error } = Settings.safeParse(settings);
  if (data) return data;
  throw new ConfigError(
    error.issues.map(({ path, message }) => {
      const value = settings[String(path[0])];
      return `${path.join('.')}: ${message}${value ? ` (is: ${hidePassword(value)})` : ''}`;
    }),
  );
}

/** The message ends up in logs. */
const hidePassword = (value: string) => value.replace(/\/\/.*@/, '//…@');

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Settings that cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}
