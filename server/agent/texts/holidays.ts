import { catalogue } from '../../base/catalogue.ts'

/** Holidays with more than one name, and their Spanish names with an article or preposition; longer names first. */
export const HOLIDAY_WORDS: readonly (readonly [name: string, words: string, es: string])[] = [
  ['Day after Thanksgiving Day', "(?:the )?(?:day|friday) after thanksgiving(?: day)?|black friday", 'el día después de Acción de Gracias'],
  ['Thanksgiving Day', "thanksgiving(?: day)?|(?:el )?(?:d[ií]a de )?acci[oó]n de gracias", 'el Día de Acción de Gracias'],
  ['Christmas Eve', "(?:christmas|x-?mas) eve|noche ?buena", 'en Nochebuena'],
  ['Christmas Day', "(?:christmas|x-?mas)(?: day)?|(?:d[ií]a de )?navidad", 'en Navidad'],
  ["New Year's Eve", "new year['’]?s['’]? eve|noche ?vieja", 'en Nochevieja'],
  ["New Year's Day", "new year['’]?s?['’]?(?: day)?|(?:d[ií]a de )?a[nñ]o nuevo", 'en Año Nuevo'],
  ['Independence Day', "independence day|(?:the )?(?:4th|fourth) of july|july (?:4(?:th)?|fourth)|d[ií]a de la independencia", 'el Día de la Independencia'],
  ['Memorial Day', 'memorial day', 'el Día de los Caídos'],
  ['Labor Day', "labor day|d[ií]a del trabajo", 'el Día del Trabajo'],
  ['Juneteenth', 'juneteenth', 'en Juneteenth'],
  ['Veterans Day', "veteran['’]?s?['’]? day", 'el Día de los Veteranos'],
  ['Columbus Day', "columbus day|indigenous peoples?['’]?s? day", 'el Día de la Raza'],
  ['Martin Luther King Jr. Day', "mlk(?: day)?|martin luther king(?:,? jr\\.?)?(?: day)?", 'el Día de Martin Luther King'],
  ["Washington's Birthday", "president['’]?s?['’]? day|washington['’]?s birthday", 'el Día de los Presidentes'],
  ["Mother's Day", "mother['’]?s['’]? day", 'el Día de las Madres'],
  ["Father's Day", "father['’]?s['’]? day", 'el Día del Padre'],
  ['Easter Sunday', 'easter(?: sunday)?|(?:domingo de )?pascua', 'el Domingo de Pascua'],
] // biome-ignore format: a table

/** What the agent says about the business's closing days. */
export const sayClosures = catalogue({
  en: {
    holiday: 'on {holiday}',
    closedHoliday: "We're closed {holiday} ({day}).",
    closedDay: "We're closed on {day}.",
    closedDays: "We're closed from {from} to {to}.",
    openDay: "We're open on {day}, {times}.",
    openHoliday: "We're open {holiday} ({day}), {times}.",
    allKept: "We're closed {holidays}.",
    noneKept: "We're open on public holidays, at our usual hours.",
    usualHours: 'Our usual hours are {hours}.',
  },
  es: {
    holiday: 'el día de {holiday}',
    closedHoliday: 'Estamos cerrados {holiday} ({day}).',
    closedDay: 'Estamos cerrados el {day}.',
    closedDays: 'Estamos cerrados del {from} al {to}.',
    openDay: 'Abrimos el {day}, {times}.',
    openHoliday: 'Abrimos {holiday} ({day}), {times}.',
    allKept: 'Estamos cerrados {holidays}.',
    noneKept: 'Abrimos los días festivos, en nuestro horario normal.',
    usualHours: 'Nuestro horario normal es {hours}.',
  },
})
