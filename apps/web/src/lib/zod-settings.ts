/**
 * Settings that zod reads when it loads. Without `jitless` it would try to compile schemas with `new Function`, which
 * the content security policy refuses with a console error. Its own `config()` would add zod to the first load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
