import { type AnnouncementPreview, announcementContract } from '@servicebook/shared/announcement';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { apiOf } from '../../lib/api-client.ts';
import { mutationOf } from '../../lib/mutation.ts';

const api = apiOf(announcementContract);

export const announcementsQuery = (visitId: number) =>
  queryOptions({
    queryKey: ['visit', 'announcements', visitId],
    queryFn: ({ signal }) => api.findByVisit({ params: { id: visitId }, signal }),
  });

/** The mail as it would be sent now. */
export const previewQuery = (asked: AnnouncementPreview) =>
  queryOptions({
    queryKey: ['visit', 'announcement-preview', asked],
    queryFn: ({ signal }) => api.preview({ body: asked, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useAnnounceVisit = mutationOf(api.send, { refreshes: 'visit', waits: true });
