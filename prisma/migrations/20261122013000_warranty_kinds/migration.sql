-- The three kinds of warranty were stored as words of the author's language; now by their codes. Other text stays.
UPDATE device SET warranty = kind.code
FROM (VALUES
    ('production', ARRAY['production', 'produkcja', 'produktion', 'produzione', 'produccion', 'производство']),
    ('transport', ARRAY['transport', 'trasporto', 'transporte', 'транспортировка']),
    ('installation', ARRAY['installation', 'montaz', 'montage', 'installazione', 'instalacion', 'монтаж'])
) AS kind (code, words)
WHERE search_text(btrim(device.warranty)) = ANY (kind.words) AND device.warranty <> kind.code;
