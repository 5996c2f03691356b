import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LoadingState } from '../../components/states.tsx';
import { paths } from '../../lib/paths.ts';
import { appConfigQuery } from '../../lib/use-app-config.ts';
import { endSession } from '../../lib/use-session.ts';
import { signOut } from './user.queries.ts';

/** Ends the session and leaves the app: to the product's site, or to the start when signing out failed. */
export function LogoutPage() {
  const queryClient = useQueryClient();
  useEffect(() => {
    async function leave() {
      try {
        const { siteUrl } = await queryClient.fetchQuery(appConfigQuery);
        await signOut();
        endSession(queryClient);
        window.location.assign(siteUrl);
      } catch {
        window.location.assign(paths.root);
      }
    }
    leave();
  }, [queryClient]);
  return <LoadingState />;
}
