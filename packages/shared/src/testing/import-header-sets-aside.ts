/** Sets that were not looked at while the recognition was written; they measure it honestly. */
import { readSets } from './import-header-sets.ts';

export const headerSetsAside = readSets(`
compressors, DE
Auftraggeber | customer.fullName | Kunde 1 GmbH | Kunde 2 KG | Kunde 3
Anschrift | customer.address | Hauptstr. 5, 10115 Berlin | Ringweg 7, 01067 Dresden | Am Markt 1, 50667 Köln
Bezeichnung | machine.name | Schraubenkompressor | Kältetrockner | Kolbenkompressor
Fabrikat | machine.manufacturer | Kaeser | Boge | Atlas Copco
Baureihe | machine.model | ASD 40 | DS 26 | LE 10
Maschinennummer | machine.serialNumber | 1234 | 778899 | API123456
Baujahr | machine.yearBuilt | 2015 | 2016 | 2020
Inbetriebnahme | machine.transferDate | 15.03.2015 | 20.04.2016 | 25.05.2020
Wartung alle | machine.interval | 12 Monate | 6 Monate | jährlich
Wartung zuletzt | past.lastInspection | 15.03.2024 | 20.10.2023 | 25.05.2023
Betriebsstd. | - | 4500 | 12000 | 300

air conditioning, IT
Committente | customer.fullName | Cliente 1 | Cliente 2 srl | Cliente 3
Sede | customer.city | Milano | Torino | Genova
Apparecchio | machine.name | Split parete | Multisplit | Canalizzato
Produttore | machine.manufacturer | Daikin | Mitsubishi | Samsung
Numero di matricola | machine.serialNumber | J001234 | 8A00123 | 0K12
Collaudo | machine.transferDate | 12/05/2019 | 23/06/2020 | 14/07/2021
Garanzia mesi | machine.warrantyLength | 24 | 24 | 36
Ultimo intervento | past.lastService | 12/05/2023 | 23/06/2023 | 14/07/2023
Prossimo controllo | past.nextInspection | 12/05/2025 | 23/06/2025 | 14/07/2025
Gas | - | R32 | R410A | R32

scales, PL
Użytkownik | customer.fullName | Klient 1 | Klient 2 | Klient 3
Nr NIP | customer.nip | 525-000-00-01 | 779-000-00-02 | 821-000-00-03
Rodzaj urządzenia | category.name | waga elektroniczna | waga platformowa | waga elektroniczna
Producent i typ | machine.model | CAS ER | Radwag C32 | Dibal G310
Numer fabryczny | machine.serialNumber | 0123456 | 552211 | 99/2019
Data legalizacji | - | 03.2023 | 05.2023 | 11.2022
Data ostatniego przeglądu | past.lastInspection | 15.03.2023 | 20.05.2023 | 30.11.2022
Serwisant | past.performedBy | Serwisant 1 | Serwisant 2 | Serwisant 1
Komentarz | machine.note | | stara obudowa | 

dental chairs, EN
Practice | customer.fullName | Practice 1 | Practice 2 | Practice 3
Town/City | customer.city | Leeds | York | Hull
Tel No | customer.phoneNumber | 0113 496 0001 | 01904 496002 | 01482 496003
Item | machine.name | Dental chair | Autoclave | Compressor
Mfr | machine.manufacturer | Belmont | Prestige | Cattani
Model | machine.model | Clesta II | Optima 60 | AC200
Ser. No. | machine.serialNumber | BC1234 | PR-5678 | 90123
Yr of manufacture | machine.yearBuilt | 2014 | 2017 | 2019
Date of last service | past.lastService | 14/03/2024 | 28/01/2024 | 19/11/2023
Service due | past.nextInspection | 14/03/2025 | 28/01/2025 | 19/11/2024
Comments | machine.note | | door seal | 

vending machines, ES
Cliente | customer.fullName | Cliente 1 | Cliente 2 | Cliente 3
Persona de contacto | contact.name | Persona 1 | Persona 2 | Persona 3
Móvil | contact.phone | 600 000 001 | 600 000 002 | 600 000 003
Ubicación | machine.address | Calle Mayor 5, 28001 Madrid | Av. de la Paz 12, 08001 Barcelona | Plaza España 1, 41001 Sevilla
Nombre de la máquina | machine.name | Café 1 | Snack 2 | Agua 3
Código interno | machine.ownNumber | V-01 | V-02 | V-03
Número serie | machine.serialNumber | N0001 | N0002 | N0003
Fin de garantía | machine.warrantyUntil | 14/10/2025 | 23/05/2025 | 02/12/2025
Mantenimiento cada (meses) | machine.interval | 3 | 3 | 6
Recaudación | - | 120,50 | 89,00 | 45,30

lifts, RU
Собственник | customer.fullName | ТСЖ 1 | УК 2 | ТСЖ 3
Адрес установки | machine.address | г. Москва, ул. Ленина, д. 5 | г. Казань, ул. Баумана, 7 | г. Тула, пр. Мира, 3
Рег. номер | - | 12345 | 23456 | 34567
Заводской № | machine.serialNumber | 0012 | 88771 | А-55
Марка | machine.manufacturer | Otis | КМЗ | МЛЗ
Год изготовления | machine.yearBuilt | 2005 | 2012 | 1994
Грузоподъёмность | - | 400 | 630 | 320
Последнее ТО | past.lastInspection | 15.01.2024 | 20.01.2024 | 31.01.2024
Следующее ТО | past.nextInspection | 15.02.2024 | 20.02.2024 | 29.02.2024
Механик | past.performedBy | Механик 1 | Механик 2 | Механик 1
`);
