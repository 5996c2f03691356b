/**
 * As much of Citus as places tables: its functions note where a table is, and what Citus would refuse of the tables is
 * refused after each statement that changes one. It spreads nothing.
 */

const schema = 'citus_stand_in';

/** Only for a database of one test: further connections find the functions. */
export const citusStandIn = (database: string): string => `
  CREATE SCHEMA ${schema};
  ALTER DATABASE ${database} SET search_path = public, ${schema};
  ALTER DATABASE ${database} SET citus.enable_unsafe_triggers = 'on';
  SET search_path = ${schema}, public;
  CREATE TABLE pg_dist_partition (
    logicalrelid regclass PRIMARY KEY, partmethod "char" NOT NULL, repmodel "char" NOT NULL, partkey text
  );

  CREATE FUNCTION refuse_what_citus_refuses() RETURNS void LANGUAGE plpgsql AS $$
  DECLARE refused text;
  BEGIN
    -- A part cannot tell whether another one has the same key.
    SELECT format('cannot create constraint on %s: it does not hold %s', d.logicalrelid, d.partkey) INTO refused
      FROM ${schema}.pg_dist_partition d
      JOIN pg_attribute a ON a.attrelid = d.logicalrelid AND a.attname = d.partkey
      JOIN pg_index i ON i.indrelid = d.logicalrelid AND i.indisunique AND a.attnum <> ALL (i.indkey)
     WHERE d.partmethod = 'h' LIMIT 1;
    -- A key leads from a part to the part with the same account, or to a copy on the same server.
    IF refused IS NULL THEN
      SELECT format('cannot create foreign key %s from %s to %s', c.conname, c.conrelid::regclass, c.confrelid::regclass) INTO refused
        FROM pg_constraint c
        LEFT JOIN ${schema}.pg_dist_partition t ON t.logicalrelid = c.conrelid
        LEFT JOIN ${schema}.pg_dist_partition f ON f.logicalrelid = c.confrelid
       WHERE c.contype = 'f' AND NOT CASE
         WHEN f.partmethod IS NULL THEN t.partmethod IS NULL
         WHEN f.partmethod = 'n' THEN true
         ELSE t.partmethod = 'h' AND EXISTS (
           SELECT FROM unnest(c.conkey, c.confkey) AS pair (one, other)
             JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = one AND a.attname = t.partkey
             JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = other AND b.attname = f.partkey)
         END LIMIT 1;
    END IF;
    IF refused IS NOT NULL THEN RAISE EXCEPTION '%', refused USING ERRCODE = '0A000'; END IF;
  END $$;

  CREATE FUNCTION place(name regclass, method "char", model "char", key text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF current_setting('citus.multi_shard_modify_mode', true) IS DISTINCT FROM 'sequential' THEN
      RAISE EXCEPTION 'there are foreign keys to reference tables: the mode must be sequential';
    END IF;
    INSERT INTO ${schema}.pg_dist_partition VALUES (name, method, model, key);
    PERFORM ${schema}.refuse_what_citus_refuses();
  END $$;
  CREATE FUNCTION create_reference_table(name regclass) RETURNS void
    RETURN ${schema}.place(name, 'n', 't', NULL);
  CREATE FUNCTION create_distributed_table(name regclass, key text, colocate_with text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF colocate_with <> 'none' AND NOT EXISTS (
      SELECT FROM ${schema}.pg_dist_partition WHERE logicalrelid = colocate_with::regclass AND partmethod = 'h'
    ) THEN RAISE EXCEPTION 'relation % is not distributed', colocate_with; END IF;
    PERFORM ${schema}.place(name, 'h', 's', key);
  END $$;

  CREATE FUNCTION after_change() RETURNS event_trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM ${schema}.refuse_what_citus_refuses(); END';
  CREATE EVENT TRIGGER after_change ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'ALTER TABLE', 'CREATE INDEX')
    EXECUTE FUNCTION after_change();
  RESET search_path`;
