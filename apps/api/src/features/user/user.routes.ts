import { userContract } from '@servicebook/shared/user';
import type { Deps } from '../../deps.ts';
import { handlers } from '../../http/handlers.ts';
import { AppError } from '../../platform/app-error.ts';
import { registerWithGoogle, signInWithGoogle } from './google.service.ts';
import { setLanguage, setTimezone } from './own-settings.service.ts';
import { choosePassword, readSignInMethods, setNewPassword } from './password.service.ts';
import { endOneSession, endOtherSessions, listSessions } from './sessions.service.ts';
import { unlockSignIn } from './sign-in-limits.ts';
import { readSessionUser, requestPasswords, signIn, signOut } from './user.service.ts';

export const userRoutes = (deps: Deps) =>
  handlers(userContract, {
    checkAuth: ({ ctx }) => readSessionUser(deps, ctx),
    auth: async ({ ctx, query, credentials, session }) => {
      if (credentials) {
        const opened = await signIn(deps, ctx, credentials, { ...query, former: session.token() });
        session.start(opened.session);
        return opened.user;
      }
      const signedIn = await session.current();
      if (!signedIn) throw new AppError('NOT_SIGNED_IN');
      return readSessionUser(deps, signedIn);
    },
    googleLogin: async ({ ctx, query, askGoogle, session }) => {
      const opened = await signInWithGoogle(deps, ctx, askGoogle, { ...query, former: session.token() });
      session.start(opened.session);
      return opened.user;
    },
    googleRegister: async ({ ctx, query, askGoogle, session }) => {
      const opened = await registerWithGoogle(deps, ctx, { ...query, former: session.token() }, askGoogle);
      session.start(opened.session);
      return opened.user;
    },
    resetPassword: ({ ctx, body }) => requestPasswords(deps, ctx, body.recipients),
    unlockSignIn: ({ ctx, body }) => unlockSignIn(deps, ctx, body.token),
    setLanguage: ({ ctx, query }) => setLanguage(deps, ctx, query.language),
    setTimezone: ({ ctx, query }) => setTimezone(deps, ctx, query.timezone),
    setNewPassword: ({ ctx, body }) => setNewPassword(deps, ctx, body),
    choosePassword: ({ ctx, body }) => choosePassword(deps, ctx, body.newPassword),
    signInMethods: ({ ctx }) => readSignInMethods(deps, ctx),
    sessions: ({ ctx }) => listSessions(deps, ctx, ctx.userId),
    endOtherSessions: ({ ctx }) => endOtherSessions(deps, ctx),
    endSession: ({ ctx, params }) => endOneSession(deps, ctx, { userId: ctx.userId, id: params.id }),
    logout: async ({ session }) => {
      await signOut(deps, session.token());
      session.end();
    },
  });
