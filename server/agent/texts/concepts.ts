/**
 * The concepts in visitors' questions, and the English and Spanish words and phrases for each, separated by commas.
 * Accents and endings don't matter. The longest matching phrase counts.
 */

/** Aspects of a question. A text about a different aspect is no answer. */
export const ASPECTS = {
  price: `how much, price, pricing, cost, charge, rate, fee, free, no charge, no cost, expensive, cheap, affordable,
    ballpark, ball park, pay for, have to pay for, price quote, price estimate, cost estimate, rough estimate, owe, owe you anything, free of charge,
    price list, cost me, run me, set me back, upcharge, for free, cuanto, cuanto cuesta, cuanto cobran, cuanto sale,
    cuanto vale, precio, cuesta, cuestan, costo, costos, costaria, cobran, cobra, cobrar, cobraria, tarifa, gratis, gratuito,
    gratuita, gratuitos, gratuitas, caro, barato, sin costo, pagar por`,
  often: `how often, how frequently, frequency, how many times, weekly, biweekly, bi weekly, every week, each week,
    every two weeks, every other week, monthly, times a month, times a week, times per month, times per week, once a week,
    twice a month, schedule for mowing, mowing schedule, mow schedule, cada cuanto, cada semana, frecuencia, semanal, semanales,
    con que frecuencia, cuantas veces, cada dos semanas, quincenal, mensual`,
  duration: `how long, how much time, duration, how many hours, how many days, take long, years long, cuanto tiempo,
    cuanto dura, cuanto tarda, cuanto tardan, cuanto demora, cuantas horas, cuantos dias`,
} as const

/** The work that a text is about. A text about different work is no answer. */
export const SUBJECTS = {
  mowing: `mow, mower, mowing, mowed, cut grass, cut the grass, cut my grass, cutting grass, cutting the grass, grass cutting,
    cut lawn, cut the lawn, cut my lawn, cutting the lawn, cutting my lawn, lawn cutting, cut my yard, cut the yard, lawn mowing, trim the grass,
    cut it, cortar el cesped, cortar el pasto, cortan el cesped, cortan el pasto, cortar el zacate, cortan el zacate, cortan, corte, corte de cesped, corte de pasto, podar el cesped`,
  edging: 'edge, edging, weed eating, string trim, weed whack, orillas',
  plant: `plant, plants, planting, shrub, bush, bushes, flower, perennial, planta, plantas, arbusto, arbustos, flores, flor`,
  tree: 'poda, podar, podan, poda de arboles, tree, trees, branch, branches, limb, limbs, arbol, arboles, palm, palms, tree trimming, tree removal, ramas',
  stump: 'stump, stumps, stump grinding, tocon, tocones',
  hedge: 'hedge, hedges, hedge trimming, setos',
  mulch: 'mulch, mulching, mantillo',
  leaves: 'leaf, leaves, leaf removal, fall cleanup, hojas',
  snow: 'snow, plow, plowing, shovel, shoveling, deice, de icing, salting, nieve',
  sprinkler: `sprinkler, sprinklers, irrigation, drip line, drip system, sprinkler head, aspersor, aspersores, riego`,
  patio:
    'patio, patios, paver, pavers, walkway, retaining wall, flagstone, hardscape, hardscaping, adoquines, terraza',
  clippings: 'clippings, grass clippings, lawn clippings, cut grass clippings, recortes',
  sod: 'sod, turf, seed, overseed, reseed, seeding, artificial turf',
  fertilizing: 'fertilize, fertilizer, fertilization, feed the lawn, fertilizante, fertilizar',
  aeration: 'aerate, aeration, dethatch, airear, aireacion',
  weeds: 'weed, weeds, weed control, maleza, malezas',
  pests: 'pest, bug, insect, mosquito, mosquitoes, grub, tick, ants, plaga, plagas, mosquitos',
  design: 'landscape design, design, redesign, landscape plan, diseno',
  drainage: 'drainage, french drain, grading, drenaje',
  lighting:
    'lighting, christmas lights, christmas lighting, holiday lights, holiday lighting, landscape lights, outdoor lights, luces',
  gutter: 'gutter, gutters, canaletas',
  fence: 'fence, fences, fencing, cerca, cercas',
  deck: 'deck, decks',
  pool: 'pool, pools, hot tub, alberca, albercas, piscina, piscinas',
  window: 'window, windows, wash windows, clean windows, window cleaning, window washing, ventanas',
  storms: 'storm damage, storm cleanup, storm debris, storm clean up',
  roof: 'roof, roofs, roofing, techo, techos',
  washing: 'pressure wash, pressure washing, power wash, power washing, lavado a presion',
  junk: 'junk removal, junk',
} as const

/** All other topics of questions to businesses. */
export const TOPICS = {
  insured: `insured, insurance, insurence, insurred, liability, liability coverage, insured for damage, workers comp, workmans comp,
    proof of insurance, coi, covered if, are you covered, am i covered, covered for, break, breaks, damage, damages, coverage, carry insurance, if someone gets hurt, gets hurt on my property, gets injured, get injured,
    get hurt, seguro, seguros, asegurado, asegurada, asegurados, aseguradas, aseguranza`,
  claims: `take insurance, accept insurance, insurance claim, insurance payments, work with insurance, bill insurance, bill my insurance, through insurance, through my insurance, my insurance, homeowners insurance, insurance company`,
  licensed: `licensed, license, licence, licenced, lisenced, liscensed, lic, certified, certification, registered, legit, legally,
    licencia, licencias, certificados, certificado`,
  pay: `pay, paying, payment, payments, paid, payable, how can i pay, how do i pay, how do you want to be paid, how to pay, how would i pay, how do we pay,
    venmo, zelle, cash, cash app, cashapp, paypal, apple pay, google pay, credit card, debit card, credit cards, debit cards, card, cards, visa, mastercard,
    amex, american express, check, checks, cheque, cheques, bank transfer, wire transfer, ach, ach transfer, bill, bills, billing, billed, bill me, invoice, invoices, invoicing, invoiced,
    payment methods, methods of payment, forms of payment, payment options, types of payment, ways to pay, bitcoin, crypto, electronic payment, online payment, autopay, pay online, pay by card, pay with card, pay by check,
    pagar, pago, pagos, como pago, como puedo pagar, como se paga, formas de pago, metodos de pago, forma de pago, efectivo, tarjeta, tarjetas, tarjeta de credito, tarjetas de credito, cheque, cheques, factura, facturas, transferencia`,
  deposit: `deposit, down payment, pay anything up front, pay anything upfront, pay something up front, upfront, up front, pay up front, pay upfront, pay in advance, in advance, prepay, prepayment, anticipo, adelanto, por adelantado`,
  finance: `financing, finance, payment plan, payment plans, installments, installment, monthly payments, pay over time, pay later, financiamiento, a plazos`,
  estimate: `estimate, give me a price, come give me a price, coming out to look, come out and look at, coming to look, look at the yard, look at my lawn, look at the lawn, look at my property, estimates, estimation, quote, quotes, quotation, qoute, bid, bids, consultation, consult, assessment, come out and look, come look, come and look,
    take a look, have a look, come out to look, come out and give, look at the job, look at my yard, cotizacion, cotizaciones, presupuesto, presupuestos, estimado, estimados, estimacion, estimaciones, cotizar`,
  area: `service area, service areas, service zone, service region, areas, area, how far, cities, towns, zip codes, zip code, neighborhoods, radius, coverage area, service radius, areas you cover,
    areas do you cover, territory, range, region, locations, travel, do you come out to, do you come to, come out this way, will you come to, come out to my, do you go to, do you go as far as, drive out, do you serve, do you service, do you cover, are you near, in my area,
    my area, near me, where do you work, where do you operate, que areas, que zonas, zona, zonas, areas cubren, en que ciudades, atienden en, donde trabajan, que ciudades, cubren, sirven, a que ciudades, llegan a, llegan hasta, mi zona, mi area, hasta donde`,
  guarantee: `guarantee, guaranteed, guarantees, warranty, warranties, warrantee, warrenty, guaranty, garuntee, stand behind, replace, replacement, replace it, replace them, die, dies, dead, died, dying, dont make it, doesnt make it, do not survive, dont survive, doesnt survive, survive,
    make it right, if im not happy, not happy, not satisfied, satisfaction, garantia, garantias, garantizan, garantizado, garantizada, garantizadas, se mueren, se muere, reemplazan`,
  presence: `home, do i need to be home, do i have to be home, do i need to be there, do i have to be there, do i need to be present, do i have to be present, do i need to be around, do i need to be at home, do i have to be around, be home, at home, be there, be present, present, have to be there, need to be there, be around, nobody home, nobodys home, no one home, no ones home, not home, not at home, nobody is home, no one is home, wont be home, wont be there, not be there, not there, im not there, am not there, im away, while im away, if im away, be away, am away, are away, on site, onsite, i work all day, estar en la casa, at work, im at work, while im at work, out of town, on vacation, let you in, someone there, somebody there, someone home, somebody home, someone be there, someone be home, stay home, gone, absent,
    en casa, estar en casa, estar presente, no estoy, no estar, si no estoy`,
  rain: `rain, rains, rainy, raining, rained, rainout, rain out, rained out, storm, storms, stormy, storming, bad weather, weather, pouring, inclement, thunderstorm, thunderstorms, wet, too wet, wet day, when its wet, weather is bad,
    llueve, lluvia, lloviendo, llover, mal tiempo, clima, tormenta`,
  reschedule: `reschedule, move your visit, move the visit, rescheduling, rescheduled, move my visit, move my appointment, change my appointment, change the date, change the day, skip a week, skip a visit, reprogramar, cambiar la cita, cambiar el dia`,
  cancel: `cancel, cancellation, cancelling, canceling, cancelation, stop service, stop the service, cancelar, cancelacion`,
  refund: `refund, refunds, money back, reembolso, devolucion`,
  contract: `contract, contracts, commitment, commit, sign, sign up for, sign anything, locked in, long term, agreement, obligation, obligated, year long, season long, no contract, contrato, contratos, compromiso, firmar, obligacion`,
  discount: `discount, discounts, senior, seniors, military, veteran, veterans, deal, deals, special, specials, coupon, coupons, promo, promotion, promotions, referral, price break, price match, price matching, match the price, beat the price, beat their price, beat a quote, negotiate, cheaper, lower price, sale, loyalty, descuento, descuentos, promocion, promociones, oferta, ofertas, cupon`,
  minimum: `minimum, minimum charge, minimum price, minimo`,
  pets: `pet, pets, dog, dogs, cat, cats, animal, animals, perro, perros, mascota, mascotas, gato, gatos`,
  kids: `kid, kids, child, children, toddler, baby, ninos, nino, hijos, bebe`,
  safe: `safe, safety, toxic, nontoxic, non toxic, chemical, chemicals, pesticide, pesticides, herbicide, organic, eco friendly, environmentally friendly, pet safe, pet friendly, kid safe, harmful, poisonous, seguro para, seguros para, es seguro, son seguros, quimico, quimicos, toxico, toxicos, organico, organicos`,
  equipment: `equipment, supplies, own supplies, cleaning supplies, vacuum, materials, own equipment, own tools, tools, your own mower, bring, supply your own, gas or electric, electric mower, electric mowers, equipo, herramientas, traen`,
  gate: `gate, gated, gate code, locked, unlocked, lock, key, access, puerta, porton`,
  start: `how soon, start, get started, begin, how quickly, how fast, turnaround, wait time, waiting list, waitlist, backlog, next available, earliest, que tan pronto, empezar, comenzar, empiezan, cuando pueden`,
  notify: `notify, heads up, let me know before, text me before, call before, call ahead, notification, reminder, remind, before you come, before coming, how will i know, notice, avisan, aviso, avisar`,
  crew: `same crew, same person, same people, same team, who will come, who does the work, who comes, who will be doing, subcontractor, subcontractors, subcontract, employees, how many people, background check, background checks, empleados, cuadrilla`,
  cleanup: `clean up, cleanup, clean up after, haul away, haul, dispose, disposal, debris, bag, take away, leave a mess, mess, escombros, limpian`,
  reviews: `review, reviews, references, reference, testimonials, portfolio, before and after, pictures of your work, photos of your work, examples of your work, past work, resenas, referencias`,
  commercial: `commercial, for businesses, office building, hoa, hoas, apartment complex, property manager, comercial, comerciales`,
  residential: `residential, residencial`,
  permit: `permit, permits, permiso, permisos`,
  jobs: `hiring, hire, job opening, job openings, pay your workers, pay your employees, job application, apply, work for you, employment, career, careers, vacancy, contratando, empleo, trabajar con ustedes, trabajar para ustedes, vacantes`,
  tip: `tip, tips, gratuity, propina`,
  water: `water, watering, regar`,
  season: 'season, year round, seasonal, temporada',
  winter: 'winter, off season, invierno',
  summer: 'summer, verano',
  spring: 'spring, primavera',
  fall: 'fall, autumn, otono',
  owner: `owner, who owns, family owned, locally owned, dueno, duena`,
  size: 'area of, square feet, square foot, square footage, sq ft, acre, acres, how big, how large',
  years: `how long have you been, how long you been, been in business, been around, been doing this, years in business, years of experience, how many years, how much experience, how experienced, experience, experienced, when did you start the, when were you founded, founded, established, since when,
    how old is your company, how old is the company, how old is your business, how old is the business, cuanto tiempo llevan, cuantos anos, anos de experiencia, experiencia, desde cuando`,
  open: `hours, opening hours, business hours, office hours, working hours, open, opened, opening, close, closed, closing, what time do you, when do you close, when do you open, how late are you, how late do you, how early are you, how early do you, until when, what days, which days, days do you work, open in the morning, close at night, close in the evening, abierto, abierta, abiertos, abiertas, abren, abre, cierran, cierra, cerrado, cerrados, horario, horarios, horas, atienden los, atienden el, trabajan los, trabajan el, que dias`,
  day: `monday, tuesday, wednesday, thursday, friday, saturday, sunday, mondays, tuesdays, wednesdays, thursdays, fridays, saturdays, sundays, mon, tues, thurs, fri, weekend, weekends, weekday, weekdays, sat, lunes, martes, miercoles, jueves, viernes, sabado, sabados, domingo, domingos, fin de semana, fines de semana`,
  today: 'today, tonight, tomorrow, hoy, manana, this morning, this afternoon, this evening',
  now: 'now, right now, currently, at the moment, still open, ahora, ahora mismo, en este momento',
  holiday: `holiday, holidays, black friday, mothers day, fathers day, christmas, christmas eve, new years eve, nochebuena, thanksgiving, new years, new year, fourth of july, 4th of july, july 4th, labor day, memorial day, easter, juneteenth, veterans day, presidents day, mlk day, feriado, feriados, dias festivos, festivo, festivos, navidad, ano nuevo, accion de gracias`,
  address: `their address, address of the office, address of that office, your address, address of your, business address, office address, shop address, company address, mailing address, physical address, your location, where are you located, where are you based, located, where are you, where you at, where is your office, wheres your office, where is the office, where is your shop, wheres your shop, where is your business, wheres your business, where is your company, what city are you in, what town are you in, your office, your shop, do you have an office, do you have a shop, storefront, headquarters, come by your, stop by your,
    su direccion, cual es la direccion, la direccion de ustedes, donde estan, donde estan ubicados, ubicados, ubicacion, donde queda, donde quedan, donde se encuentran, su oficina`,
  phone: `your phone, your number, their number, their phone, contact number, your telephone, phone number, telephone number, a number i can call, number i can call, number to call, number can i call, how can i call, how do i call, can i call you, can i call someone, can i call, can i text you, can i text, call you, your cell, su telefono, numero de telefono, su numero, un numero para llamar, puedo llamar, puedo llamarles`,
  email: `your email, email address, your e mail, an email, can i email, email you, su correo, correo electronico, un correo`,
  contact: `contact you, reach them, reach you, get in touch, get a hold of, get ahold of, contact info, contact information, reach someone, reach the office, contactarlos, comunicarme, contacto, how can i contact, who do i call, who should i call, who can i call`,
  services: `what services, which services, what kind of services, what kinds of services, what type of services, what types of services, list of services, about your services, services do you offer, services you offer, services do you provide, what do you do, what all do you do, what do you offer, what kind of work, what kinds of work, what type of work, what types of work, what sort of work, what can you do for my, what else do you do, what jobs do you do, que servicios, servicios ofrecen, servicios tienen, que hacen, que ofrecen, que tipo de trabajo, que trabajos`,
  bot: `are you a human, are you human, are you a person, are you a real, are you real, are you really real, are you a bot, are you a robot, are you an ai, are you ai, are you a machine, are you a computer, are you computer, are you chatgpt, are you automated, are you actually a, is this a bot, is this a robot, is this a person, is this a real, is this a human, is this an ai, is this ai, is this automated, is this chatgpt, am i talking to, am i chatting with, am i speaking with, am i speaking to, real person, real human, a human or, could you be human, you are a human, your a real, youre a real, a person or, bot or, robot or, human or, you are a bot, you a bot, you a robot, you human, talking to a robot, talking to a bot, talking to a computer, eres un robot, es un robot, es usted un robot, es usted una persona, eres una persona, es una persona, persona real, eres real, es un bot, eres un bot, eres humano`,
  name: `your name, whats your name, what is your name, what can i call you, what do i call you, what should i call you, who are you, what name do you go by, call you, who am i talking to, who am i chatting with, who am i speaking with, who am i speaking to, who is this, whos this, como te llamas, como se llama usted, su nombre, tu nombre, quien eres, con quien hablo`,
  help: `what can i ask you, what to ask you, questions can i ask, what can you do, what can you help, what you can help, what do you know, what are you able, what things are you able, things can you do, things do you know, tasks can you do, able to help me with, what you can do, subjects or areas are you familiar, what can you tell me, types of questions, type of questions, how can you help, how do you work, how does this work, que puedes hacer, en que me puede ayudar, que puede hacer, como funciona esto`,
  book: `book online, online booking, booking link, book an appointment online, schedule online, online calendar, booking page, scheduling link, link to book, link to schedule, reservar en linea, agendar en linea, enlace para reservar`,
  website: `website, web site, web page, webpage, your site, sitio web, pagina web`,
  spanish: `speak spanish, habla espanol, hablan espanol, en espanol, spanish speaking, speaks spanish, anyone speak spanish`,
} as const

/** Words that carry little meaning, so that another word must match too. */
export const MINOR = {
  /** The visitor's own obligation: `do I need insurance?` doesn't ask whether the business is insured. */
  duty: 'do i need, do i need to be, do i have to be, do i need my own, do i need to have, do i need to get, do i have to have, necesito tener, debo tener',
  must: `do i have to, do i need to, must i, should i, am i required, required, is it required, do we have to, do we need to, have to, need to, is it necessary, necessary, tengo que, debo, hay que, es necesario`,
  when: 'when, how late, how early, what time, when is, due, what date, cuando, a que hora',
  yard: `yard, lawn, grass, property, house, garden, landscape, landscaping, lawn care, yard work, jardin, cesped, pasto, patio trasero, propiedad, casa, zacate`,
  bonded: 'bonded, bond, fianza',
  visit: 'visit, visits, appointment, appointments, cut, cuts, cita, citas, visita, visitas',
  work: `work, job, project, trabajo, proyecto`,
} as const

/** Words that carry no meaning. */
export const EMPTY = `tho though btw tbh vengan a about all am an and any anyone anybody are as at be been being but by can could did do does doing done dont for from get gets give got guys
  had has have havent he hello help her here hey hi his how i id if ill im ive in into is isnt it its just know let like may me might my need of
  ok okay on one or our out please should so some someone something somebody tell than thank thanks that thats the their them then there theres these they thing things this those
  to too u up ur us very want was we well were what whats when where wheres which who whos why will with wont would wouldnt y yall you your yours youre
  accept accepts allow also always available back before after ask asking because business come comes coming company curious different during each else ever every everything exactly
  first follow go going good happen happens happened handle include included includes including interested involved kind kinds long lot make many maybe mean much never new next no not now
  offer offers offering option options over people person possible prefer provide provides question questions quick really regular right same say send sent service services set sort still sure
  take takes taking talk team think through time times type types typical typically understand usually use used using wanted wanna wants way wondering work working works worker workers yes yet
  fully currently actually normally usual usually already full fine problem matter case day days thing come comes out around both either whether while during proof carry carries policy policies two three four five six contractor contractors crew join show see write stuff spray product products supply anything nothing trabajan trabaja atienden pasa caso still
  al algo alguien algun alguna aqui asi bien buenas buenos como con cual cuales cuando da dan de del desde dias donde e el ella ellos en era es esa ese eso esta estan estas este esto estoy gracias ha hace
  hacen hacer hay hola la las le les lo los mas me mi mis mucho muy necesito ni no nos o ofrecen para pero por porque puede pueden puedo que quien quiero quisiera saber se ser si sin sobre son su sus
  soy tambien tengo tiene tienen todo todos tu tus un una unas unos usted ustedes van y ya yo aceptan acepta favor tardes noches noche servicio servicios mi`
