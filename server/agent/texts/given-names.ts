/** Common given names that aren't everyday words or places. They count as names in lowercase, too. */
export const GIVEN_NAMES = new Set(
  `aaron abby abe abigail abraham ada adam addison adele adrian adriana agnes ahmed aisha akira al alan
  alana albert alberto alec alejandra alejandro alejo alex alexa alexander alexandra alexis alfonso alfredo
  ali alice alicia alisha alison allan allen allison alma alvin alyssa amanda amelia amir amos amy ana
  anabel anastasia andre andrea andreas andrei andres andrew andy angela angelica angelo angie anika anil
  anita anjali ann anna anne annette annie anthony antoine antonia antonio araceli ariana ariel arjun
  arlene armando arnold arnoldo arthur arturo arun asher ashley audrey aurelio ava avery barbara barney
  barry beatriz becky ben benjamin benny bernadette bernard bernie bert bertha beth beto betsy betty
  beverly bianca billy blake blanca bob bobby bonnie brad braden bradley brady brandon brenda brendan brent
  brett brian brianna bridget brittany brittney brock brooke bruce bryan bryant burt byron caden caitlin
  caleb calvin cameron camila candace candice carl carla carlene carlo carlos carlton carmen carol carole
  caroline carolyn carrie casey cassandra cassie catherine cathy cecilia cedric celeste celia cesar chad
  charlene charles charlie chelsea cheri cheryl chris christina christine christopher chuck cindy claire
  clara clarence claude claudia clayton clifford clint cody cole colin colleen connie connor conrad
  consuelo cora corey corinne cory courtney craig cristian cristina cristobal cruz curtis cynthia cyrus
  dale dalton damian damien damon dan dana danica daniel daniela danielle danny dante daphne darcy daria
  darla darlene darnell darren darryl dave david dean deanna deb debbie debby deborah debra dee deirdre
  delia della delores demetrius dena denise dennis derek deshawn desiree devin devon dewayne dexter diana
  diane diann diego dina dirk dmitri dolores dominic donald donna donny dora doreen doris dorothy doug
  douglas doyle duane duncan dustin dwayne dylan earl ebony ed eddie eddy edgar edith edmund eduardo edward
  edwin efrain eileen elaine eleanor elena eli elias elijah elisa elise elizabeth ella ellen elliot elliott
  ellis elmer elsa elsie elvira elvis emilia emilio emily emma emmanuel enid enrique eric erica erick erik
  erika erin ernest ernesto ernie ervin esteban estela estelle esther ethan ethel eugene eunice eusebio eva
  evan evelyn ezra fabian fatima felicia felipe felix fernanda fernando fidel fiona floyd frances francesca
  francine francis francisco frankie franklin fred freddie freddy frederick gabby gabriel gabriela
  gabrielle gail garrett gary geoff geoffrey george georgina gerald geraldine gerardo gil gilbert gilberto
  gillian gina ginny giovanni gladys glen glenda glenn gloria goldie gonzalo gordon graciela grady graham
  greg gregory gretchen griselda guadalupe guillermo gus gustavo gwen hal hank hannah harold harriet harry
  harvey hassan hattie hector heidi helen helena henrietta henry herbert herman hilda hillary horacio
  howard hubert hugo humberto hussein ian ibrahim ignacio ike ilene imelda imran inez ingrid ira irene irma
  irving isaac isabel isabella isaiah isaias isidro isla ismael ivan ivana ivette jackie jacob jacqueline
  jada jaden jaime jake jalen jamal james jamie jan jana jane janelle janet janette janice janine jared
  jarrod jasmine jason javier jay jayden jayne jean jeanette jeanne jeannie jed jeff jeffrey jenna jennie
  jennifer jenny jeramy jeremiah jeremy jermaine jerod jerome jerry jess jesse jessica jessie jetta jill
  jim jimmy jo joan joann joanna joanne joaquin joaquina jocelyn jodi jodie jody joe joel joey johanna john
  johnny jolene jon jonah jonas jonathan jordan jorge jorja jose josefina joseph josh joshua josie josue
  joyce juan juana juanita judah jude judith judy julia julian juliana julie juliet julio justin kaitlyn
  kara karen kari karina karl karla kasey kate katelyn katherine kathi kathleen kathryn kathy katie katrina
  kay kaye kayla keisha keith kelli kelly kelsey kelvin ken kendall kendra kendrick kenneth kenny keri
  kerry kevin kiara kim kimberly kirk kristen kristi kristie kristin kristina kristy krystal kumar kurt
  kyle lacey lakisha lana lanny larry latasha latoya laura lauren lauri lauryn lawrence lea leah leandro
  lee leland lena lenny leo leon leona leonard leonardo leroy leslie lester leticia levi lewis liam lila
  lilian liliana lillian lina linda lindsay lionel lisa liz lloyd logan lois lola lonnie lorena lori
  lorraine lou louie louis louise lowell lucas lucia luciano lucille lucinda lucy luis luisa luke lupe luz
  lydia lyle lynn mabel mackenzie maddie madeline maggie malcolm malik mallory mandy manny manuel manuela
  marcel marcella marcelo marci marcia marco marcos marcus marcy margaret margarita margie margo margot
  maria mariah mariana maribel maricela marie marilyn marina mario marisa marisol maritza marlene marlon
  marni marsha marta martha martin marty marvin mary maryann mateo mathew matilda matt matthew mattie maura
  maureen maurice mauricio maxine maya mckenzie meg megan meghan mel melanie melinda melissa melva meredith
  merle mia micah michael michele michelle mick mickey miguel miguelina mikayla mike mildred mindy minnie
  miranda miriam misael mitch mitchell mohamed mohammed moises molly mona monica monique morgan morris
  moses muhammad muriel myra myrna myrtle nadia nadine nancy nanette naomi natalia natalie natasha nathan
  nathaniel ned neil nellie nelson nestor nettie nicholas nick nico nicolas nicole nikita nikki nikolai
  nina noah noel noelle noemi nolan nora norberto noreen norma norman octavio ofelia olga oliver olivia
  ollie omar omari ophelia orville oscar osvaldo otis owen pablo paco paige pam pamela patricia patrick
  patty paul paula paulette pearl pedro peggy percy pete peter petra phil philip phillip phoebe phyllis
  pierre priscilla priya quentin quincy quinn rachael rachel rae rafael ralph ramiro ramon ramona randall
  randy raquel rashad raul ravi raymond rebecca reggie regina reginald reid rena renee rex reyna rhett
  rhoda rhonda ricardo richard rick ricky riley rita rob robbie robby robert roberta roberto robin robyn
  rocco rochelle rodney rodrigo rogelio roger roland roman ron ronald ronnie rosa rosalie rosalind rosario
  rosemarie rosie roxanne roy ruben rudy rufus rupert russell ruth ryan sabrina sadie sally salvador sam
  samantha samir sammy samuel sandeep sandra sanjay sara sarah saul scott sean sebastian sergio seth shane
  shanna shannon sharlene sharon shaun shauna shawn shawna sheila shelby sheldon shelley shelly sheri
  sherri sherry sheryl shirin shirley sid sidney silas silvia simon simone sofia sonia sonja sonya sophia
  sophie spencer stacey stacy stan stanley stefan stefanie stella steph stephan stephanie stephen steve
  steven stevie stu stuart sunil susan susana susie suzanne suzy sven sybil sylvia tabitha tad tamara
  tamika tammy tania tanya tara tasha taylor ted teddy terence teresa terrence terri terry tess tessa thad
  thelma theodore theresa therese thomas tia tiffany tim timothy tina tobias toby todd tom tomas tommy toni
  tonia tony tonya tracey tracie tracy trevor tricia trina trish trisha troy trudy tyler tyra tyrone
  ulysses uriel ursula valentina valeria valerie vance vanessa vera verna vernon veronica vic vicente vicki
  vickie vicky victor victoria vijay vikram vince vincent virgil vito vivian vonda wallace walt walter
  wanda warren wayne wendell wendy wes wesley whitney wilbur wilfred willa william willie wilma winifred
  winston wyatt xavier xiomara yasmin yesenia yolanda yvette yvonne zach zachariah zachary zack zane zoe`.split(
    /\s+/,
  ),
)
