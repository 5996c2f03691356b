/**
 * Headers as companies write them in their lists, with values, and the field each column should get. Invented, after
 * the habits of the trade in six countries; a line is `header | field or - | values…`. A value `@2024-03-05` is a
 * cell that the file marks as a day, `#24` a number. Lines before the columns that begin with `^` stand above the header.
 */
import type { Cell, ImportField } from '../import-fields.ts';

export interface HeaderSet {
  name: string;
  /** The sheet from its first row: what stands above, the header, rows. */
  rows: Cell[][];
  headerRow: number;
  /** By column. */
  expected: (ImportField | null)[];
}

function cellOf(text: string): Cell {
  if (text === '') return null;
  if (text.startsWith('@')) return { date: text.slice(1) };
  return text.startsWith('#') ? Number(text.slice(1)) : text;
}

/** Reads sets from their text. */
export function readSets(text: string): HeaderSet[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const [name = '', ...lines] = block.split('\n').map((line) => line.trim());
      const above = lines
        .filter((line) => line.startsWith('^'))
        .map((line) =>
          line
            .slice(1)
            .split('|')
            .map((cell) => cellOf(cell.trim())),
        );
      const columns = lines
        .filter((line) => !line.startsWith('^'))
        .map((line) => line.split('|').map((part) => part.trim()));
      const count = Math.max(...columns.map((column) => column.length)) - 2;
      return {
        name,
        headerRow: above.length,
        expected: columns.map(([, field]) => (field === '-' ? null : (field as ImportField))),
        rows: [
          ...above,
          columns.map(([header = '']) => header || null),
          ...Array.from({ length: count }, (_, row) =>
            columns.map((column) => cellOf(column[row + 2] ?? '')),
          ),
        ],
      };
    });
}

export const headerSets = readSets(`
cash registers, PL
^ Wykaz kas fiskalnych
^
Lp. | - | #1 | #2 | #3
Nazwa podatnika | customer.fullName | Klient 1 sp. z o.o. | Klient 2 s.c. | Klient 3
NIP | customer.nip | 525-00-00-001 | 7790000002 | 8210000003
Ulica | customer.streetAddress | Długa 5 | Krótka 12/4 | Rynek 1
Kod | customer.zipCode | 61-001 | 00-950 | 30-002
Miasto | customer.city | Poznań | Warszawa | Kraków
Tel. | customer.phoneNumber | 600 000 001 | 61 800 00 02 | +48 600000003
Typ kasy | machine.model | Nano E | Protos Online | Max
Nr unikatowy | - | EAB 1901234567 | EAB 1901234568 | ECD 2001234569
Nr fabryczny | machine.serialNumber | 000123 | 000124 | 000987
Nr ewidencyjny | machine.ownNumber | 2019/000123456 | 2019/000123457 | 2020/000200001
Data fiskalizacji | machine.transferDate | 12.03.2019 | 01.04.2019 | 15.01.2020
Ostatni przegląd | past.lastInspection | 10.03.2023 | 30.03.2023 | 14.01.2024
Następny przegląd | past.nextInspection | 10.03.2025 | 30.03.2025 | 14.01.2026

printers and cash registers short, PL
Klient | customer.fullName | Klient 1 | Klient 2 | Klient 3
Adres | customer.address | ul. Długa 5, 61-001 Poznań | Rynek 1, 30-002 Kraków | ul. Polna 7, 64-100 Leszno
telefon | customer.phoneNumber | 600000001 | 600000002 | 600000003
Urządzenie | machine.name | drukarka fiskalna | kasa fiskalna | kasa fiskalna
Nr fabr. | machine.serialNumber | 0012345 | 0012346 | 0078912
data przeglądu | past.lastInspection | 2024-01-15 | 2024-02-20 | 2023-11-05
termin nast. przeglądu | past.nextInspection | 2026-01-15 | 2026-02-20 | 2025-11-05
uwagi | machine.note | wymiana akumulatora | | zmiana adresu

forklifts, PL
Nr klienta | customer.ownNumber | K-0012 | K-0013 | K-0014
Firma | customer.fullName | Klient 1 S.A. | Klient 2 | Klient 3
Osoba kontaktowa | contact.name | Osoba 1 | Osoba 2 | Osoba 3
Nr tel. | contact.phone | 600-000-001 | 600-000-002 | 61 8000003
e-mail | contact.email | osoba1@example.com | osoba2@example.com | osoba3@example.com
Marka | machine.manufacturer | Linde | Toyota | Still
Model | machine.model | H25D | 8FBE15T | RX20-16
Nr seryjny | machine.serialNumber | H2X391A00001 | 8FBE15-12345 | 516210A00123
Nr UDT | - | N3128000001 | N3128000002 | N3128000003
Rok prod. | machine.yearBuilt | 2012 | 2018 | 2020
Udźwig [kg] | - | 2500 | 1500 | 1600
Motogodziny | - | 10234 | 5321 | 812
Badanie UDT ważne do | - | 2025-05-31 | 2025-06-30 | 2025-09-30
Ostatni serwis | past.lastService | 2024-05-02 | 2024-06-11 | 2024-09-05
Status | machine.status | sprawny | w naprawie | sprawny

customer list from an invoice program, PL
Kod | customer.shortName | KLIENT1 | KLIENT2 | KLIENT3
Nazwa pełna | customer.fullName | Klient 1 spółka z o.o. | Klient 2 spółka jawna | Klient 3
NIP | customer.nip | 5250000001 | 7790000002 | 8210000003
REGON | customer.regon | 300000001 | 300000002 | 
Ulica i nr | customer.streetAddress | Długa 5 | Rynek 1 | Polna 7
Kod pocztowy | customer.zipCode | 61-001 | 30-002 | 64-100
Poczta | customer.city | Poznań | Kraków | Leszno
Kraj | customer.country | Polska | Polska | Niemcy
Telefon 1 | customer.phoneNumber | 61 8000001 | 12 4000002 | 65 5000003
Fax | - | 61 8000009 | | 
E-mail | customer.email | biuro@example.com | info@example.com | kontakt@example.com
WWW | - | www.example.com | | www.example.org
Nr konta | - | 00 1020 0000 0000 0000 0000 0001 | | 
Termin płatności | - | 14 | 7 | 30

protocols register, PL
^ Rejestr przeglądów 2024 | | | 
Data | past.date | 02.01.2024 | 15.01.2024 | 23.01.2024
Nr protokołu | past.number | 1/2024 | 2/2024 | 3/2024
Klient | customer.fullName | Klient 1 | Klient 2 | Klient 3
Maszyna | machine.name | Prasa krawędziowa | Nożyce gilotynowe | Prasa krawędziowa
Numer seryjny | machine.serialNumber | PK-100234 | NG-5512 | PK-100235
Rodzaj | past.type | przegląd | naprawa | przegląd
Wykonał | past.performedBy | Serwisant 1 | Serwisant 2 | Serwisant 1
Opis prac | past.description | wymiana filtrów | regulacja luzu | bez uwag
Kwota netto | - | 450,00 | 1 200,50 | 450,00
Nr faktury | - | FV/1/2024 | FV/9/2024 | FV/12/2024

our machines, DE
ID | - | #101 | #102 | #103
Status | machine.status | OK | Störung | OK
Name | machine.name | Abkantpresse 1 | Hydraulikpumpe | Kompressor
Kategorie | category.name | Pressen | Pumpen | Kompressoren
Kunde | customer.shortName | Kunde 1 | Kunde 2 | Kunde 3
Vollständiger Name des Kunden | customer.fullName | Kunde 1 GmbH | Kunde 2 AG | Kunde 3 KG
Hersteller | machine.manufacturer | Hersteller A | Hersteller B | Hersteller C
Modell | machine.model | X-100 | HP 20 | K7
Seriennummer | machine.serialNumber | GA-2024/001 | 0045612 | 88-A-12
Baujahr | machine.yearBuilt | #2019 | #2020 | #2021
Stromversorgung | machine.sourcePower | 400 V | 230 V | 400 V
Übergabedatum | machine.transferDate | @2019-05-02 | @2020-03-11 | @2021-09-30
Garantie | machine.warranty | Installation | | Transport
Garantie (Monate) | machine.warrantyLength | #24 | #12 | #24
Garantie bis | machine.warrantyUntil | @2021-05-02 | @2021-03-11 | @2023-09-30
Letzter Service | past.lastService | @2024-05-02 | | @2024-09-30
Inspektionsintervall (Monate) | machine.interval | #12 | #6 | #12
Nächste Inspektion | past.nextInspection | @2025-05-02 | @2024-09-11 | @2025-09-30
Straße und Hausnummer | machine.streetAddress | Musterweg 1 | Hauptstr. 5 | Am Ring 7
Postleitzahl | machine.zipCode | 12345 | 54321 | 01067
Ort | machine.city | Berlin | Köln | Dresden
Land | machine.country | Deutschland | Deutschland | Deutschland
Archiviert am | - | | | 
Grund der Archivierung | - | | | 

lift maintenance, DE
^ Wartungsliste Aufzüge | | Stand: 01.03.2024
^
Anlagen-Nr. | machine.ownNumber | A-1001 | A-1002 | A-1003
Fabr.-Nr. | machine.serialNumber | 10 512 334 | 10 512 335 | 98 004 221
Fabrikat | machine.manufacturer | Schindler | Otis | Kone
Typ | machine.model | 3300 | Gen2 | MonoSpace
Bj. | machine.yearBuilt | 2004 | 2011 | 1998
Traglast kg | - | 630 | 1000 | 450
Haltestellen | - | 5 | 8 | 4
Betreiber | customer.fullName | Betreiber 1 GmbH | Hausverwaltung 2 | Kunde 3
Straße | machine.streetAddress | Hauptstraße 5 | Am Markt 12 | Ringweg 7
PLZ | machine.zipCode | 10115 | 50667 | 01067
Ort | machine.city | Berlin | Köln | Dresden
Letzte Wartung | past.lastInspection | 12.01.2024 | 15.01.2024 | 20.02.2024
Wartungsintervall | machine.interval | 3 Monate | 6 Monate | vierteljährlich
Nächste HP | - | 01/2025 | 06/2025 | 03/2024

customers, DE
Kd.-Nr. | customer.ownNumber | 10001 | 10002 | 10003
Matchcode | customer.shortName | KUNDE1 | KUNDE2 | KUNDE3
Firmenname | customer.fullName | Kunde 1 GmbH & Co. KG | Kunde 2 AG | Kunde 3 e.K.
Strasse | customer.streetAddress | Hauptstr. 5 | Ringweg 7 | Am Markt 1
Plz | customer.zipCode | 10115 | 01067 | 50667
Ort | customer.city | Berlin | Dresden | Köln
Land | customer.country | D | DE | AT
Tel. | customer.phoneNumber | 030 / 1234-0 | 0351-5550 | +49 221 5550
Telefax | - | 030 / 1234-99 | | 
Mail | customer.email | info@example.com | post@example.org | buero@example.net
USt-IdNr. | customer.nip | DE100000001 | DE100000002 | DE100000003
Ansprechpartner | contact.name | Herr Person 1 | Frau Person 2 | Person 3
Durchwahl | contact.phone | 030 / 1234-12 | 0351-5551 | 
Zahlungsziel | - | 14 Tage | 30 Tage | 14 Tage
Bemerkung | - | | zahlt spät | 

coffee machines, DE
Kunde | customer.fullName | Café 1 | Hotel 2 | Bäckerei 3
Standort | machine.address | Hauptstr. 5, 10115 Berlin | Ringweg 7, 01067 Dresden | Am Markt 1, 50667 Köln
Maschine | machine.name | Siebträger 2-gruppig | Vollautomat | Mühle
Marke | machine.manufacturer | La Cimbali | Franke | Mahlkönig
Modell | machine.model | M26 | A600 | EK43
S/N | machine.serialNumber | 1234567 | FR-00021 | 0099123
Kaufdatum | machine.transferDate | 05.03.2021 | 11.11.2019 | 01.06.2022
Garantie bis | machine.warrantyUntil | 05.03.2023 | 11.11.2021 | 01.06.2024
letzte Wartung am | past.lastInspection | 05.03.2024 | 11.11.2023 | 01.06.2023
nächste Wartung fällig | past.nextInspection | 05.03.2025 | 11.05.2024 | 01.06.2024
Techniker | past.performedBy | Techniker 1 | Techniker 2 | Techniker 1
Wasserhärte | - | 8 | 14 | 11
Bemerkungen | machine.note | Filter gewechselt | | Mahlscheiben bestellt

fire extinguishers, DE
lfd. Nr. | - | 1 | 2 | 3
Objekt | customer.fullName | Objekt 1 | Objekt 1 | Objekt 2
Standort | machine.note | EG Flur | 1. OG Treppenhaus | Heizraum
Löschertyp | machine.model | P6 | CO2 5kg | S9
Hersteller | machine.manufacturer | Gloria | Minimax | Gloria
Fabriknummer | machine.serialNumber | 0178234 | 0178235 | 99812
Herstelljahr | machine.yearBuilt | 2015 | 2018 | 2020
letzte Prüfung | past.lastInspection | 03/2023 | 03/2023 | 05/2023
nächste Prüfung | past.nextInspection | 03/2025 | 03/2025 | 05/2025
Prüfer | past.performedBy | Prüfer 1 | Prüfer 1 | Prüfer 2
Mängel | - | keine | Plombe fehlt | keine

spare parts, DE
Maschine | machine.name | Presse 1 | Presse 1 | Presse 2
Masch.-Nr. | machine.serialNumber | 4711 | 4711 | 4712
Ersatzteil | part.name | Hydraulikzylinder | Dichtungssatz | Ventil
Teile-Nr. | part.serialNumber | HZ-100 | DS-22 | V-5
Lieferant | part.producer | Lieferant 1 | Lieferant 2 | Lieferant 1
Menge | - | 2 | 1 | 4
Beschreibung | part.description | doppelt wirkend | NBR | 24 V

asset register, EN
Asset No. | machine.ownNumber | AST-0001 | AST-0002 | AST-0003
Asset Description | machine.name | Dishwasher | Combi oven | Blast chiller
Asset Category | category.name | Warewashing | Cooking | Refrigeration
Make | machine.manufacturer | Winterhalter | Rational | Foster
Model No. | machine.model | UC-L | SCC61 | BCT21
Serial No. | machine.serialNumber | 8612345 | E61SH1234567 | F0001234
Customer Name | customer.fullName | Customer 1 Ltd | Customer 2 plc | Customer 3
Site Address | machine.address | 5 High Street, Leeds LS1 4AB | 12 Station Rd, York YO1 6HX | Unit 7, Hull HU1 2AA
Postcode | - | LS1 4AB | YO1 6HX | HU1 2AA
Date Installed | machine.transferDate | 14/03/2021 | 28/07/2020 | 09/11/2019
Warranty Expiry | machine.warrantyUntil | 14/03/2023 | 28/07/2022 | 09/11/2021
Last Service Date | past.lastService | 14/03/2024 | 28/01/2024 | 09/11/2023
Next Service Due | past.nextInspection | 14/03/2025 | 28/07/2024 | 09/11/2024
Purchase Cost | - | £2,450.00 | £9,800.00 | £5,100.00

customers, EN
Account Ref | customer.ownNumber | CUST01 | CUST02 | CUST03
Company Name | customer.fullName | Customer 1 Limited | Customer 2 Limited | Customer 3 LLP
Address Line 1 | customer.streetAddress | 5 High Street | 12 Station Road | 7 Mill Lane
Address Line 2 | - | Headingley | | 
Town | customer.city | Leeds | York | Hull
County | - | West Yorkshire | North Yorkshire | 
Post Code | customer.zipCode | LS1 4AB | YO1 6HX | HU1 2AA
Country | customer.country | United Kingdom | UK | GB
Telephone | customer.phoneNumber | 0113 496 0001 | 01904 496002 | +44 1482 496003
Contact Name | contact.name | Person 1 | Person 2 | Person 3
Job Title | contact.role | Site manager | Owner | Engineer
Contact Email | contact.email | p1@example.com | p2@example.com | p3@example.com
Mobile | contact.phone | 07700 900001 | 07700 900002 | 07700 900003
VAT Number | customer.nip | GB100000001 | GB100000002 | GB100000003
Credit Limit | - | 5000 | 2000 | 10000

pump maintenance schedule, EN
^ Preventive maintenance schedule 2024
Equipment ID | machine.ownNumber | P-101 | P-102 | P-103
Equipment | machine.name | Feed pump | Booster pump | Drain pump
Manufacturer | machine.manufacturer | Grundfos | KSB | Wilo
Type | machine.model | CR 32-4 | Etanorm 65 | TP 50
S/N | machine.serialNumber | 96122001 | 9971234567 | 2101234
Year | machine.yearBuilt | 2016 | 2018 | 2021
Power supply | machine.sourcePower | 3x400V 50Hz | 3x400V 50Hz | 230V
Location | machine.note | Boiler house | Pump room 2 | Basement
Frequency (months) | machine.interval | 6 | 12 | 12
Last PM | past.lastInspection | 2024-01-10 | 2023-09-01 | 2023-12-12
Next PM | past.nextInspection | 2024-07-10 | 2024-09-01 | 2024-12-12
Operating hours | - | 12000 | 8000 | 450
Condition | - | good | fair | good

service history, EN
Date | past.date | 2024-01-03 | 2024-01-09 | 2024-02-11
Job No | past.number | J1001 | J1002 | J1003
Customer | customer.fullName | Customer 1 | Customer 2 | Customer 3
Machine | machine.name | CNC lathe | Band saw | CNC lathe
Serial Number | machine.serialNumber | CL-0001 | BS-77 | CL-0002
Job Type | past.type | Inspection | Repair | Installation
Engineer | past.performedBy | Engineer 1 | Engineer 2 | Engineer 1
Work Carried Out | past.description | Replaced belts | New blade guide | Commissioned
Hours | - | 2.5 | 1 | 6
Invoice No | - | INV-1 | INV-2 | INV-3

machines with map points, EN
Machine name | machine.name | Generator 1 | Generator 2 | Generator 3
Client | customer.fullName | Client 1 | Client 2 | Client 3
Street | machine.streetAddress | 5 High Street | 12 Station Road | 7 Mill Lane
City | machine.city | Leeds | York | Hull
Zip | machine.zipCode | LS1 4AB | YO1 6HX | HU1 2AA
Lat | machine.gpsLatitude | 53.8008 | 53.9600 | 53.7457
Lng | machine.gpsLongitude | -1.5491 | -1.0873 | -0.3367
Service interval | machine.interval | 12 | 6 | 12
Commissioned | machine.transferDate | 2019-03-01 | 2020-04-01 | 2021-05-01

machines of gyms, IT
Cliente | customer.fullName | Palestra 1 srl | Centro 2 | Hotel 3
Indirizzo | customer.streetAddress | Via Roma 5 | Corso Italia 12 | Piazza Duomo 1
CAP | customer.zipCode | 20121 | 00184 | 50122
Città | customer.city | Milano | Roma | Firenze
Prov. | - | MI | RM | FI
Macchina | machine.name | Tapis roulant | Cyclette | Ellittica
Marca | machine.manufacturer | Technogym | Panatta | Technogym
Modello | machine.model | Run 700 | Pro 2 | Synchro
Matricola | machine.serialNumber | TG000123 | PN-4456 | TG000124
Anno | machine.yearBuilt | 2018 | 2019 | 2021
Data installazione | machine.transferDate | 05/03/2018 | 22/09/2019 | 13/01/2021
Scadenza garanzia | machine.warrantyUntil | 05/03/2020 | 22/09/2021 | 13/01/2023
Ultima manutenzione | past.lastInspection | 05/03/2024 | 22/09/2023 | 13/01/2024
Prossima manutenzione | past.nextInspection | 05/09/2024 | 22/03/2024 | 13/07/2024
Note | machine.note | cinghia usurata | | 

customer registry, IT
Cod. cliente | customer.ownNumber | C00001 | C00002 | C00003
Ragione sociale | customer.fullName | Cliente 1 S.r.l. | Cliente 2 S.p.A. | Cliente 3 snc
P.IVA | customer.nip | 01234560001 | IT01234560002 | 01234560003
Cod. fiscale | - | 01234560001 | 01234560002 | 01234560003
Indirizzo | customer.streetAddress | Via Roma 5 | Corso Italia 12 | Piazza Duomo 1
C.A.P. | customer.zipCode | 20121 | 00184 | 50122
Località | customer.city | Milano | Roma | Firenze
Provincia | - | MI | RM | FI
Nazione | customer.country | Italia | Italia | San Marino
Telefono | customer.phoneNumber | 02 5550001 | 06 5550002 | +39 055 5550003
PEC | - | cliente1@pec.example.com | c2@pec.example.com | 
E-mail | customer.email | info@example.com | ufficio@example.org | amm@example.net
Referente | contact.name | Persona 1 | Persona 2 | Persona 3
Cellulare | contact.phone | 333 5550001 | 347 5550002 | 

inspections of gates, IT
N. | - | 1 | 2 | 3
Impianto | machine.name | Cancello scorrevole | Porta sezionale | Barriera
Costruttore | machine.manufacturer | CAME | FAAC | BFT
N. di serie | machine.serialNumber | CM-1234 | FA-5678 | BF-9012
Anno di costruzione | machine.yearBuilt | 2015 | 2017 | 2020
Condominio | customer.fullName | Condominio 1 | Condominio 2 | Condominio 3
Via | machine.streetAddress | Via Verdi 1 | Via Dante 22 | Viale Europa 3
Comune | machine.city | Torino | Bologna | Padova
Periodicità | machine.interval | semestrale | annuale | semestrale
Data ultimo controllo | past.lastInspection | 10/02/2024 | 25/10/2023 | 18/01/2024
Tecnico | past.performedBy | Tecnico 1 | Tecnico 2 | Tecnico 1
Esito | - | positivo | positivo | negativo

boilers, ES
Nº cliente | customer.ownNumber | 1001 | 1002 | 1003
Nombre | customer.fullName | Cliente 1 | Comunidad 2 | Cliente 3 S.L.
NIF | customer.nip | B00000001 | H00000002 | B00000003
Dirección | customer.streetAddress | Calle Mayor 5 | Av. de la Paz 12 | Plaza España 1
C.P. | customer.zipCode | 28001 | 08001 | 41001
Población | customer.city | Madrid | Barcelona | Sevilla
Provincia | - | Madrid | Barcelona | Sevilla
Teléfono | customer.phoneNumber | 910 000 001 | 930 000 002 | 600 000 003
Equipo | machine.name | Caldera de gas | Caldera de condensación | Quemador
Marca | machine.manufacturer | Junkers | Vaillant | Baxi
Modelo | machine.model | ZWB 24 | ecoTEC | Crono
Nº de serie | machine.serialNumber | 7736900123 | 21143300200 | BX0012
Fecha instalación | machine.transferDate | 14/10/2017 | 23/05/2019 | 02/12/2020
Última revisión | past.lastInspection | 14/10/2023 | 23/05/2023 | 02/12/2023
Próxima revisión | past.nextInspection | 14/10/2024 | 23/05/2024 | 02/12/2024
Observaciones | machine.note | acceso por patio | | llamar antes

lifts, ES
Matrícula | machine.serialNumber | RAE-28001 | RAE-28002 | RAE-08003
Fabricante | machine.manufacturer | Otis | Orona | Zardoya
Tipo | machine.model | Gen2 | 3G | E-50
Año fab. | machine.yearBuilt | 2008 | 2015 | 1999
Propietario | customer.fullName | Comunidad 1 | Comunidad 2 | Comunidad 3
Domicilio | machine.streetAddress | Calle Mayor 5 | Av. de la Paz 12 | Plaza España 1
Localidad | machine.city | Madrid | Getafe | Barcelona
Código postal | machine.zipCode | 28001 | 28901 | 08001
Paradas | - | 5 | 7 | 4
Carga (kg) | - | 320 | 450 | 300
Fecha última inspección | past.lastInspection | 12/01/2022 | 30/03/2023 | 15/09/2021
Fecha próxima inspección | past.nextInspection | 12/01/2026 | 30/03/2027 | 15/09/2025

repairs register, ES
Fecha | past.date | 02/01/2024 | 19/01/2024 | 23/02/2024
Nº parte | past.number | P-0001 | P-0002 | P-0003
Cliente | customer.fullName | Cliente 1 | Cliente 2 | Cliente 3
Máquina | machine.name | Carretilla 1 | Compresor | Carretilla 2
N/S | machine.serialNumber | CT-0001 | CP-22 | CT-0002
Tipo de servicio | past.type | revisión | reparación | reparación
Realizado por | past.performedBy | Técnico 1 | Técnico 2 | Técnico 1
Descripción del trabajo | past.description | cambio de aceite | fuga reparada | cambio de batería
Importe | - | 120,50 € | 80,00 € | 310,00 €

medical equipment, RU
№ п/п | - | 1 | 2 | 3
Наименование оборудования | machine.name | Стерилизатор паровой | Аппарат УЗИ | Центрифуга
Марка, модель | machine.model | ГК-100 | Logiq P6 | ОПн-8
Производитель | machine.manufacturer | Производитель 1 | GE | Производитель 2
Зав. № | machine.serialNumber | 00123 | LP6-4567 | 8890
Инв. № | machine.ownNumber | 410124001 | 410124002 | 410124003
Год выпуска | machine.yearBuilt | 2012 | 2018 | 2015
Заказчик | customer.fullName | Поликлиника 1 | Больница 2 | Клиника 3
Адрес | customer.address | 115000, г. Москва, ул. Ленина, д. 5 | 190000, г. Санкт-Петербург, Невский пр., д. 1 | г. Казань, ул. Баумана, 7
Дата ввода в эксплуатацию | machine.transferDate | 12.03.2012 | 05.06.2018 | 20.11.2015
Дата последнего ТО | past.lastInspection | 10.01.2024 | 15.02.2024 | 20.12.2023
Дата следующего ТО | past.nextInspection | 10.07.2024 | 15.08.2024 | 20.06.2024
Периодичность ТО | machine.interval | 6 мес. | 6 мес. | 6 мес.
Примечание | machine.note | | требует калибровки | 

customers, RU
Код | customer.ownNumber | 000000001 | 000000002 | 000000003
Наименование | customer.shortName | Клиент 1 | Клиент 2 | Клиент 3
Полное наименование | customer.fullName | ООО «Клиент 1» | АО «Клиент 2» | ИП Клиент 3
ИНН | customer.nip | 7700000001 | 7800000002 | 165000000003
КПП | - | 770001001 | 780001001 | 
ОГРН | customer.regon | 1027700000001 | 1027800000002 | 304770000000003
Индекс | customer.zipCode | 115000 | 190000 | 420000
Город | customer.city | Москва | Санкт-Петербург | Казань
Улица, дом | customer.streetAddress | ул. Ленина, 5 | Невский пр., 1 | ул. Баумана, 7
Телефон | customer.phoneNumber | +7 495 000-00-01 | 8 (812) 000-00-02 | +7 843 0000003
Эл. почта | customer.email | info@example.com | mail@example.org | post@example.net
Контактное лицо | contact.name | Лицо 1 | Лицо 2 | Лицо 3
Должность | contact.role | Главный инженер | Директор | Механик
Менеджер | - | Менеджер 1 | Менеджер 2 | Менеджер 1

fire extinguishers, RU
Организация | customer.fullName | ООО «Клиент 1» | ООО «Клиент 1» | АО «Клиент 2»
Место установки | machine.note | 1 этаж, коридор | Склад | Котельная
Марка огнетушителя | machine.model | ОП-4 | ОУ-3 | ОП-8
Заводской номер | machine.serialNumber | 123456 | 123457 | 998877
Дата изготовления | machine.yearBuilt | 05.2019 | 06.2020 | 01.2021
Дата проверки | past.lastInspection | 10.05.2023 | 10.05.2023 | 11.01.2024
Дата следующей проверки | past.nextInspection | 10.05.2024 | 10.05.2024 | 11.01.2025
Ответственный | - | Лицо 1 | Лицо 1 | Лицо 2

presses in two addresses, DE
Kundennummer | customer.ownNumber | 70001 | 70002 | 70003
Kundenname | customer.fullName | Kunde 1 GmbH | Kunde 2 AG | Kunde 3 KG
Straße | customer.streetAddress | Hauptstr. 5 | Ringweg 7 | Am Markt 1
PLZ | customer.zipCode | 10115 | 01067 | 50667
Ort | customer.city | Berlin | Dresden | Köln
Gerät | machine.name | Exzenterpresse | Abkantpresse | Spindelpresse
Inventarnummer | machine.ownNumber | INV-1 | INV-2 | INV-3
Hersteller/Marke | machine.manufacturer | Weingarten | Trumpf | Weingarten
Typ/Modell | machine.model | P100 | TruBend 5130 | PSS 200
Serien-Nr. | machine.serialNumber | 100234 | A0512 | 77612
Aufstellort Straße | machine.streetAddress | Werkstr. 1 | Industriestr. 9 | Hafenweg 3
Aufstellort PLZ | machine.zipCode | 14974 | 01099 | 50735
Aufstellort Ort | machine.city | Ludwigsfelde | Dresden | Köln
Anschluss | machine.sourcePower | 400V/32A | 400V/63A | 400V/16A
Gewährleistung (Monate) | machine.warrantyLength | 24 | 12 | 24
Abnahme am | machine.transferDate | 15.03.2019 | 22.09.2021 | 30.11.2022

service contracts, EN
Contract No | - | SC-001 | SC-002 | SC-003
Customer | customer.fullName | Customer 1 | Customer 2 | Customer 3
Customer No. | customer.ownNumber | 501 | 502 | 503
Contact Person | contact.name | Person 1 | Person 2 | Person 3
Phone No. | contact.phone | 0113 496 0001 | 01904 496002 | 01482 496003
Email Address | contact.email | p1@example.com | p2@example.com | p3@example.com
Unit | machine.name | AHU 1 | Chiller 2 | Boiler 3
Serial # | machine.serialNumber | SN0001 | SN0002 | SN0003
Brand | machine.manufacturer | Trox | Carrier | Viessmann
Install Date | machine.transferDate | 2018-03-14 | 2019-07-28 | 2020-11-09
Warranty (mo.) | machine.warrantyLength | 24 | 36 | 24
Inspection every | machine.interval | 12 months | 6 months | 12 months
Last inspected | past.lastInspection | 2024-03-14 | 2024-01-28 | 2023-11-09
Contract value | - | 1200 | 800 | 450

categories and actions, DE
Kategorie | category.name | Pressen | Pressen | Pumpen
Tätigkeit | action.name | Öl wechseln | Druck prüfen | Dichtung prüfen
Messwert | action.field | Ölmenge | Druck | 
Einheit | action.unit | l | bar | 
Pflicht | action.required | ja | ja | nein

checklist, PL
Grupa urządzeń | category.name | Prasy | Prasy | Pompy
Czynność serwisowa | action.name | Wymiana oleju | Sprawdzenie ciśnienia | Kontrola uszczelnień
Co ile miesięcy | category.interval | 12 | 12 | 6
Jednostka | action.unit | l | bar | 

to-do list, PL
Zadanie | todo.text | Zamówić filtr | Wysłać ofertę | Umówić przegląd
Termin | todo.date | 2024-05-01 | 2024-05-15 | 2024-06-01
Przypisane do | todo.assignee | Technik 1 | Technik 2 | Technik 1
Status | todo.status | do zrobienia | zrobione | do zrobienia

to-do list, EN
Task | todo.text | Order filter | Send quote | Call customer
Due date | todo.date | 2024-05-01 | 2024-05-15 | 2024-06-01
Assigned to | todo.assignee | technician1@example.com | technician2@example.com | technician1@example.com
Done | todo.status | yes | no | no
Priority | - | high | low | low

machine tools, PL without diacritics
Odbiorca | customer.fullName | Klient 1 | Klient 2 | Klient 3
Miejscowosc | customer.city | Poznan | Krakow | Leszno
Nazwa maszyny | machine.name | Frezarka | Tokarka | Szlifierka
Producent | machine.manufacturer | Producent A | Producent B | Producent C
Typ | machine.model | FU-32 | TUE-35 | SWA-10
Nr ser. | machine.serialNumber | 1234/86 | 5522 | A-77
Nr inwent. | machine.ownNumber | 0001 | 0002 | 0003
Rok budowy | machine.yearBuilt | 1986 | 1992 | 2001
Napiecie | machine.sourcePower | 400V | 400V | 230V
Moc kW | - | 7,5 | 5,5 | 3
Data przekazania | machine.transferDate | 5 maja 2019 | 12 czerwca 2020 | 1 marca 2021
Okres gwarancji | machine.warrantyLength | 24 mies. | 2 lata | 12 mies.
Przegl. co (mies.) | machine.interval | 12 | 6 | 12

pumps, RU
Клиент | customer.fullName | Клиент 1 | Клиент 2 | Клиент 3
Тел. | customer.phoneNumber | +7 495 000-00-01 | 8 812 0000002 | 
Тип оборудования | category.name | Насос | Насос | Компрессор
Наименование | machine.name | Насос питательный | Насос дренажный | Компрессор 1
Изготовитель | machine.manufacturer | Grundfos | Wilo | Изготовитель 1
Модель | machine.model | CR 32 | TP 50 | ВК-20
Серийный № | machine.serialNumber | 96122001 | 2101234 | 5567
Питание | machine.sourcePower | 380 В | 220 В | 380 В
Гарантия до | machine.warrantyUntil | 12.03.2025 | 05.06.2025 | 20.11.2024
Наработка, ч | - | 1200 | 560 | 8000
Состояние | machine.status | исправен | неисправен | в ремонте

our customers, ES
ID | - | #1 | #2 | #3
Nombre corto | customer.shortName | Cliente 1 | Cliente 2 | Cliente 3
Razón social | customer.fullName | Cliente 1 S.L. | Cliente 2 S.A. | Cliente 3
Calle y número | customer.streetAddress | Calle Mayor 5 | Av. de la Paz 12 | Plaza España 1
Código postal | customer.zipCode | 28001 | 08001 | 41001
Localidad | customer.city | Madrid | Barcelona | Sevilla
País | customer.country | España | España | España
NIF | customer.nip | B00000001 | A00000002 | B00000003
N.º de registro mercantil | customer.regon | M-100001 | B-200002 | 
Teléfono | customer.phoneNumber | 910 000 001 | 930 000 002 | 
Correo electrónico | customer.email | info@example.com | correo@example.org | 
Idioma de los documentos | customer.language | español | inglés | 

short forms, DE
Kunde | customer.fullName | Kunde 1 | Kunde 2 | Kunde 3
Straße | customer.streetAddress | Hauptstr. 5 | Ringweg 7 | Am Markt 1
PLZ / Ort | customer.address | 10115 Berlin | 01067 Dresden | 50667 Köln
Gerät | machine.name | Presse | Säge | Kran
Fabr.-Nr. | machine.serialNumber | 4711 | 4712 | 4713
Gewährl. bis | machine.warrantyUntil | 12.03.2027 | 13.04.2027 | 14.05.2027
Wartungsfrist | machine.interval | 12 Monate | 6 Monate | 12 Monate
letzte Wart. | past.lastInspection | 12.03.2026 | 13.04.2026 | 14.05.2026
TÜV bis | past.nextInspection | 12.03.2027 | 13.10.2026 | 14.05.2027

short forms, PL
Klient | customer.fullName | Klient 1 | Klient 2 | Klient 3
Adres | customer.streetAddress | Długa 5 | Krótka 7 | Rynek 1
Kod / Miejscowość | customer.address | 61-001 Poznań | 00-950 Warszawa | 30-001 Kraków
Urządzenie | machine.name | Prasa | Piła | Dźwig
Data zainstalowania | machine.transferDate | 12.03.2025 | 13.04.2025 | 14.05.2025
Gwar. do | machine.warrantyUntil | 12.03.2027 | 13.04.2027 | 14.05.2027
Ost. przegl. | past.lastInspection | 12.03.2026 | 13.04.2026 | 14.05.2026
Nast. przegl. | past.nextInspection | 12.03.2027 | 13.10.2026 | 14.05.2027
Uwagi serwisu | machine.note | | klucz w portierni | 

short forms, IT
R. sociale | customer.fullName | Cliente 1 | Cliente 2 | Cliente 3
Indirizzo | customer.streetAddress | Via Roma 5 | Via Dante 7 | Piazza Duomo 1
CAP / Città | customer.address | 20121 Milano | 00186 Roma | 10121 Torino
Macchina | machine.name | Pressa | Sega | Gru
Matr. | machine.serialNumber | 4711 | 4712 | 4713
Gar. fino al | machine.warrantyUntil | 12/03/2027 | 13/04/2027 | 14/05/2027
Ult. manut. | past.lastInspection | 13/03/2026 | 13/04/2026 | 14/05/2026
Scadenza manutenzione | past.nextInspection | 13/03/2027 | 13/10/2026 | 14/05/2027

short forms, ES
R. social | customer.fullName | Cliente 1 | Cliente 2 | Cliente 3
Dirección | customer.streetAddress | Calle Mayor 5 | Av. de la Paz 12 | Plaza España 1
C.P. / Población | customer.address | 28001 Madrid | 08001 Barcelona | 41001 Sevilla
Equipo | machine.name | Prensa | Sierra | Grúa
F. instalación | machine.transferDate | 13/03/2025 | 13/04/2025 | 14/05/2025
Gtía. hasta | machine.warrantyUntil | 13/03/2027 | 13/04/2027 | 14/05/2027
Últ. mant. | past.lastInspection | 13/03/2026 | 13/04/2026 | 14/05/2026
Vto. revisión | past.nextInspection | 13/03/2027 | 13/10/2026 | 14/05/2027

short forms, RU
Заказчик | customer.fullName | Клиент 1 | Клиент 2 | Клиент 3
Улица | customer.streetAddress | ул. Ленина, 5 | ул. Мира, 7 | пр. Победы, 1
Индекс / Город | customer.address | 115000 Москва | 190000 Санкт-Петербург | 620000 Екатеринбург
Оборудование | machine.name | Пресс | Пила | Кран
Зав. № | machine.serialNumber | 4711 | 4712 | 4713
Гар. до | machine.warrantyUntil | 12.03.2027 | 13.04.2027 | 14.05.2027
Посл. ТО | past.lastInspection | 12.03.2026 | 13.04.2026 | 14.05.2026
Очередное ТО | past.nextInspection | 12.03.2027 | 13.10.2026 | 14.05.2027

short forms, EN
Cust no | customer.ownNumber | 101 | 102 | 103
Customer | customer.fullName | Customer 1 | Customer 2 | Customer 3
Street | customer.streetAddress | 5 High Street | 7 Park Road | 1 Mill Lane
Postcode / Town | customer.address | LS1 4AB Leeds | YO1 7HH York | HU1 2AA Hull
Machine | machine.name | Press | Saw | Crane
Yr built | machine.yearBuilt | 2014 | 2017 | 2019
Warr. until | machine.warrantyUntil | 13/03/2027 | 13/04/2027 | 14/05/2027
Last insp. | past.lastInspection | 13/03/2026 | 13/04/2026 | 14/05/2026
Next svc due | past.nextInspection | 13/03/2027 | 13/10/2026 | 14/05/2027
`);
