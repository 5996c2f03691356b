import { hotelContract } from '@servicebook/shared/hotel';
import { apiOf } from '../../lib/api-client.ts';
import { placeBookOf } from '../place/place.queries.ts';

export const {
  all: hotelsQuery,
  useSave: useSaveHotel,
  useDelete: useDeleteHotel,
} = placeBookOf('hotel', apiOf(hotelContract));
