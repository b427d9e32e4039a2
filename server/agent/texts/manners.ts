import { catalogue } from '../../base/catalogue.ts'

/** The replies to messages that aren't about the request: small talk, and what the agent isn't meant for. */
export const sayManners = catalogue({
  en: {
    greet: 'Hello!',
    bot: "I'm {agent}, the automated assistant for {business}, not a person. The team reads this chat, and you can ask for a person at any time.",
    agentName: "I'm {agent}, the automated assistant for {business}.",
    botAgain: "Yes, I'm automated. If you'd rather talk to a person, just say so.",
    jobAgain: "I've added that for the team.",
    vendorAgain: 'This chat is for customers only. Have a good day.',
    ability:
      'I can answer questions about our services, prices, hours, and service area, set up a free {appointment}, and pass messages on to the team.',
    abilityWithoutCalls:
      'I can answer questions about our services, prices, hours, and service area, and pass messages on to the team.',
    repeat: 'Of course.',
    frustrated:
      "I'm sorry about the back and forth. I've let the team know, so that a person reads this chat.",
    presence: "Yes, I'm here.",
    wellbeing: "I'm doing well, thank you for asking!",
    chat: '🙂',
    accept: "Whenever you're ready.",
    joke: "I'm better with yards than with jokes, but I'm glad to help with yours.",
    offtopic:
      "I'm the assistant for {business}, so I can only help with our services and with your questions about them.",
    job: "Thank you for your interest in working with us. I've passed this on to the team.",
    praise: "Thank you, that's wonderful to hear! I've passed it on to the team.",
    vendor: "Thank you, but this chat is for customers of {business}, so I can't take offers here.",
    wrong: 'No problem! Have a good day.',
    languages: 'I can chat in English and Spanish. Puedo atenderle en inglés y en español.',
    english: "Sure, let's continue in English.",
    calledInSpanish: "I've noted for the team that you would like to speak Spanish.",
    spanish: 'Sí, podemos hablar en español.',
    otherLanguage:
      "I can only chat in English and Spanish, but I've told the team which language you prefer. With your name and phone number, they can get back to you.",
    introduction:
      "I'm the automated assistant for {business}, and I've told the team that you would like to speak with a person.",
    introduced: 'I am an automated assistant, but a person will read this.',
    regret: "I'm sorry to hear that. I've noted it, so that a person from the team can look into it.",
    regretAgain: "I understand, and I've added that for the team.",
    stopped: "Understood, I'll stop here. You can write again any time.",
    stoppedNoted: "Understood. I've noted for the team that you {wish}.",
    leftAlone: 'Nobody will contact you. If you change your mind, write "contact me" here.',
    canceledLeftAlone: 'Understood. Your {appointment} is canceled, and nobody will contact you.',
    wishDeleted: 'want your details deleted',
    wishAlone: "don't wish to be contacted",
    stillBooked: ' Your {appointment} is still booked; write "cancel" to call it off.',
    secret:
      "For your safety, please don't send card or Social Security numbers here. I've removed the number; nobody will see it.",
  },
  es: {
    greet: '¡Hola!',
    bot: 'Soy {agent}, asistente virtual de {business}, no una persona. El equipo lee este chat, y usted puede pedir una persona cuando quiera.',
    agentName: 'Soy {agent}, asistente virtual de {business}.',
    botAgain: 'Sí, soy automático. Si prefiere hablar con una persona, dígamelo.',
    jobAgain: 'Lo agregué para el equipo.',
    vendorAgain: 'Este chat es solo para clientes. Que tenga un buen día.',
    ability:
      'Puedo responder preguntas sobre servicios, precios, horarios y zona de servicio, programar una {call} gratuita de presupuesto y pasarle mensajes al equipo.',
    abilityWithoutCalls:
      'Puedo responder preguntas sobre servicios, precios, horarios y zona de servicio, y pasarle mensajes al equipo.',
    repeat: 'Por supuesto.',
    frustrated: 'Disculpe tanta vuelta. Le avisé al equipo, para que una persona lea este chat.',
    presence: 'Sí, aquí estoy.',
    wellbeing: '¡Muy bien, gracias por preguntar!',
    chat: '🙂',
    accept: 'Cuando guste.',
    joke: 'Se me dan mejor los jardines que los chistes, pero con gusto le ayudo con el suyo.',
    offtopic:
      'Soy asistente virtual de {business}, así que solo puedo ayudarle con nuestros servicios y sus preguntas sobre ellos.',
    job: 'Gracias por su interés en trabajar con nosotros. Se lo pasé al equipo.',
    praise: '¡Gracias, qué gusto leer eso! Se lo pasé al equipo.',
    vendor: 'Gracias, pero este chat es para los clientes de {business}; aquí no puedo recibir ofertas.',
    wrong: '¡No hay problema! Que tenga un buen día.',
    languages: 'Puedo atenderle en español y en inglés. I can chat in English and Spanish.',
    english: "Sure, let's continue in English.",
    calledInSpanish: 'Anoté para el equipo que usted prefiere hablar en español.',
    spanish: 'Sí, podemos hablar en español.',
    otherLanguage:
      'Solo puedo atenderle en español y en inglés, pero le avisé al equipo qué idioma prefiere. Con su nombre y su teléfono podrán comunicarse con usted.',
    introduction:
      'Soy asistente virtual de {business}, y le avisé al equipo que usted desea hablar con una persona.',
    introduced: 'Soy asistente virtual, pero una persona leerá esto.',
    regret: 'Lamento mucho oír eso. Lo anoté para que una persona del equipo lo revise.',
    regretAgain: 'Entiendo, y lo agregué para el equipo.',
    stopped: 'Entendido, no escribo más. Puede volver a escribir cuando quiera.',
    stoppedNoted: 'Entendido. Anoté para el equipo que usted {wish}.',
    leftAlone: 'Nadie le contactará. Si cambia de opinión, escriba aquí "contáctenme".',
    canceledLeftAlone: 'Entendido. Su {call} está cancelada y nadie le contactará.',
    wishDeleted: 'quiere que se borren sus datos',
    wishAlone: 'no desea que le contacten',
    stillBooked: ' Su {appointment} sigue reservada; escriba "cancelar" para anularla.',
    secret:
      'Por su seguridad, no envíe aquí números de tarjeta ni de Seguro Social. Borré el número; nadie lo verá.',
  },
})
