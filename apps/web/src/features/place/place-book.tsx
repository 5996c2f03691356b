import { Button, Card, Stack } from '@mantine/core';
import type { FoundPlace } from '@servicebook/shared/geo';
import type { placeInput } from '@servicebook/shared/place';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { DeleteMutation } from '../../components/deletion.tsx';
import { type MapMarker, MapView } from '../../components/map.tsx';
import type { MapPoint } from '../../components/map-point.ts';
import { EmptyState, ErrorState, LoadingState } from '../../components/states.tsx';
import classes from './place-book.module.css';
import { PlaceDetails } from './place-details.tsx';
import { PlaceForm } from './place-form.tsx';
import { PlaceList } from './place-list.tsx';
import { PlaceSearch } from './place-search.tsx';
import { usePlaceAddress } from './use-place-address.ts';
import type { PlaceTexts } from './use-place-texts.ts';

/** A place with the same field names for every kind of place. */
export interface Place extends MapPoint {
  id: number;
  name: string;
  street: string;
  zipCode: string;
  city: string;
  country: string;
  phone: string;
  email: string;
  www: string;
  description: string;
  /** The distance of a place near the reference point. */
  distance?: { short: string; long: string };
}

export type PlaceSchema = ReturnType<typeof placeInput>;

/** The texts about its places. */
export interface PlaceActions {
  /** Saves a place; one without an id is added. */
  save: (content: PlaceSchema['_zod']['output'], idempotencyKey: string) => Promise<{ id: number }>;
  remove: DeleteMutation;
  mayEdit: boolean;
  mayDelete: boolean;
}

export interface PlaceBookProps {
  /** In display order; undefined until the first answer. */
  places: readonly Place[] | undefined;
  error: unknown;
  onRetry: () => void;
  /** The query parameter of the open place. */
  param: string;
  schema: PlaceSchema;
  actions: PlaceActions;
  texts: PlaceTexts;
  symbol: NonNullable<MapMarker['symbol']>;
  icon: ReactNode;
  /** Shown above the list: a count, a hint. */
  note: ReactNode;
  /** The reference point of the places. */
  near?: MapMarker | null;
  /** The number of places in the map's initial view. */
  inSight?: number;
}

/** Places on a map with a side panel, which shows the list, one place, or its form. The address contains the view. */
export function PlaceBook(props: PlaceBookProps) {
  const { places, error, onRetry, param, schema, actions, texts, symbol, near = null } = props;
  const { view, open, turnTo, leave } = usePlaceAddress(param);
  const [searchResult, setSearchResult] = useState<FoundPlace | null>(null);
  if (!places) return error ? <ErrorState error={error} onRetry={onRetry} /> : <LoadingState />;

  const chosen = 'id' in view ? places.find(({ id }) => id === view.id) : undefined;
  const toList = () => leave({ name: 'list' });
  if (actions.mayEdit && (view.name === 'new' || (view.name === 'edit' && chosen)))
    return (
      <PlaceForm
        key={view.name}
        place={chosen}
        point={searchResult}
        schema={schema}
        save={actions.save}
        shownBy={param}
        texts={texts}
        symbol={symbol}
        near={near}
        onSaved={({ id }) => {
          setSearchResult(null);
          if (chosen) leave({ name: 'details', id });
          else turnTo({ name: 'details', id });
        }}
        onCancel={() => leave(chosen ? { name: 'details', id: chosen.id } : { name: 'list' })}
      />
    );
  const show = (id: number) => (chosen ? turnTo : open)({ name: 'details', id });
  const add = actions.mayEdit && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => open({ name: 'new' })}>
      {texts.add}
    </Button>
  );
  return (
    <div className={classes.root}>
      <div className={classes.side}>
        {chosen ? (
          <PlaceDetails
            key={chosen.id}
            place={chosen}
            actions={actions}
            texts={texts}
            onBack={toList}
            onEdit={() => open({ name: 'edit', id: chosen.id })}
            onDeleted={toList}
          />
        ) : places.length === 0 ? (
          <Card padding={0}>
            <EmptyState title={texts.emptyTitle} hint={texts.emptyHint} icon={props.icon} action={add} />
          </Card>
        ) : (
          <PlaceList label={texts.label} places={places} note={props.note} add={add} onOpen={show} />
        )}
      </div>
      <PlaceMap
        {...props}
        places={places}
        chosen={chosen ?? null}
        searchResult={searchResult}
        onFound={setSearchResult}
        onOpen={show}
      />
    </div>
  );
}

interface PlaceMapProps extends Pick<PlaceBookProps, 'texts' | 'symbol' | 'near' | 'inSight'> {
  places: readonly Place[];
  chosen: Place | null;
  searchResult: FoundPlace | null;
  onFound: (place: FoundPlace) => void;
  onOpen: (id: number) => void;
}

function PlaceMap({
  texts,
  symbol,
  near,
  inSight,
  places,
  chosen,
  searchResult,
  onFound,
  onOpen,
}: PlaceMapProps) {
  const pointOf = ({ latitude, longitude }: MapPoint): MapPoint => ({ latitude, longitude });
  const visiblePoints = searchResult
    ? [searchResult]
    : [...(near ? [near] : []), ...places.slice(0, near ? inSight : undefined)];
  // The map moves only if its points change, not on every render.
  const points = JSON.stringify(visiblePoints.map(pointOf));
  const fit = useMemo((): MapPoint[] => JSON.parse(points), [points]);
  const markers = places.map((place) => ({
    ...pointOf(place),
    id: String(place.id),
    label: place.distance ? `${place.name}, ${place.distance.short}` : place.name,
    selected: place.id === chosen?.id,
    symbol,
  }));
  return (
    <Stack gap="sm" miw={0}>
      <PlaceSearch onChoose={onFound} />
      <MapView
        className={classes.map}
        label={texts.map}
        markers={near ? [near, ...markers] : markers}
        fit={fit}
        reveal={chosen}
        onMarkerClick={(id) => onOpen(Number(id))}
      />
    </Stack>
  );
}
