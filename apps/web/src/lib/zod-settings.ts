/**
 * zod reads its settings here when it loads. Without `jitless` it would try to compile schemas with `new Function`,
 * which the content security policy refuses, aloud in the console. Its own `config()` would bring zod into the first
 * load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
