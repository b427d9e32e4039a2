/** Common given names that aren't everyday words or places. They count as names in lowercase, too. */
export const GIVEN_NAMES = new Set(
  `aaliyah aaron abby abe abigail abraham ada adam addison adele adrian adriana agnes ahmed aidan aisha akira
  al alan alana albert alberto aldo alec alejandra alejandro alejo alex alexa alexander alexandra alexia
  alexis alfonso alfredo ali alice alicia alisa alisha alison allan allen allison alma alvin alyssa amanda
  amelia amir amos amy ana anabel anastasia andre andrea andreas andrei andres andrew andy angela angelica
  angelina angelo angie anika anil anita anjali ann anna anne annette annie anthony antoine anton antonia
  antonio araceli ariana ariel arjun arlene arlo armando arnold arnoldo arthur arturo arun asher ashley
  ashlyn aubrey audrey aurelio ava avery barbara barney barry bart beatrice beatriz becca becky belinda ben
  benjamin benny bernadette bernard bernice bernie bert bertha beth bethany beto betsy betty beverly bianca
  billy blake blanca bob bobbi bobby bonnie boris brad braden bradley brady brandi brandon brenda brendan
  brent bret brett brian briana brianna bridget brittany brittney brock brooke bruce bryan bryant burt byron
  caden caitlin caleb callie calvin cameron camila candace candice carina carl carla carlene carlo carlos
  carlton carmela carmen carol carole caroline carolyn carrie casey cassandra cassie catalina catherine
  cathy cecilia cedric celeste celia cesar chad charlene charles charlie chelsea cheri cherie cheryl chloe
  chris christa christie christina christine christopher christy chuck cindy claire clara clarence clarissa
  claude claudia clayton clifford clint clyde cody cole colin colleen connie connor conrad consuelo cora
  corey corinne cory courtney craig cristian cristina cristobal cruz curtis cyndi cynthia cyrus dale dalton
  damian damien damon dan dana danica daniel daniela danielle danilo danny dante daphne darcy daria darius
  darla darlene darnell darrell darren darrin darryl daryl dave david dean deandre deanna deb debbie debby
  deborah debra dee deirdre delia della delores demetrius dena denise dennis derek deshawn desiree devin
  devon dewayne dexter diana diane diann diego dina dirk dmitri dolores dominic dominique donald donna
  donnie donny donovan dora doreen doris dorothy doug douglas doyle duane duncan dustin dwayne dwight dylan
  earl ebony ed eddie eddy edgar edith edmund edna eduardo edward edwin efrain eileen elaine eleanor elena
  eli elias elijah elisa elise eliza elizabeth ella ellen elliot elliott ellis elmer elsa elsie elvira elvis
  emanuel emilia emilio emily emma emmanuel enid enrique eric erica erick erik erika erin ernest ernesto
  ernie ervin esmeralda esteban estela estelle esther ethan ethel eugene eunice eusebio eva evan evelyn
  everett ezra fabian fatima felicia felipe felix fernanda fernando fidel fiona floyd frances francesca
  francine francis francisco frank frankie franklin fred freddie freddy frederick gabby gabriel gabriela
  gabrielle gail garrett gary gavin geoff geoffrey george georgina gerald geraldine gerard gerardo gil
  gilbert gilberto gillian gina ginny giovanni giselle gladys glen glenda glenn gloria goldie gonzalo gordon
  graciela grady graham greg gregory gretchen griselda guadalupe guillermo gus gustavo gwen hal hank hannah
  harold harriet harry harvey hassan hattie hector heidi helen helena henrietta henry herbert herman hilda
  hillary homer horace horacio howard hubert hugo humberto hussein ian ibrahim ignacio ike ilene imani
  imelda imran inez ingrid ira irene irma irving isaac isabel isabella isaiah isaias isiah isidro isla
  ismael ivan ivana ivette jackie jaclyn jacob jacqueline jacquelyn jada jaden jaime jake jalen jamal james
  jamie jan jana jane janelle janet janette janice janine jared jarrod jasmine jason javier jay jayden jayne
  jean jeanette jeanne jeannie jed jeff jeffery jeffrey jenifer jenna jennie jennifer jenny jerald jeramy
  jeremiah jeremy jeri jermaine jerod jerome jerry jess jesse jessica jessie jetta jill jim jimmy jo joan
  joann joanna joanne joaquin joaquina jocelyn jodi jodie jody joe joel joey johanna john johnathan johnny
  jolene jon jonah jonas jonathan joni jordan jorge jorja jose josefina joselyn joseph josephine josh joshua
  josie josue joyce juan juana juanita judah jude judith judy jules julia julian juliana julie juliet julio
  julius justin kaitlyn kara kareem karen kari karin karina karl karla karyn kasey kate katelyn katherine
  kathi kathie kathleen kathrine kathryn kathy katie katrina kay kaye kayla kaylee keisha keith kelley kelli
  kellie kelly kelsey kelvin ken kendall kendra kendrick kenneth kenny keri kerri kerry kevin khalid kiara
  kim kimberly kirk kirsten krista kristen kristi kristie kristin kristina kristy krystal kumar kurt kyla
  kyle lacey lakisha lamar lana lanny lara larry lashonda latasha latonya latoya laura lauren lauri laurie
  lauryn lawrence layla lea leah leandro leann leanne lee leigh leila leland lena lenny leo leon leona
  leonard leonardo leonel leroy leslie lester leticia levi lewis lexi liam lila lilian liliana lillian
  lillie lina linda lindsay lionel lisa liz lloyd logan lois lola lonnie loren lorena lorenzo loretta lori
  lorraine lou louie louis louise lowell lucas lucia luciano lucille lucinda lucy luis luisa luke lupe
  luther luz lydia lyle lynn mabel mackenzie maddie madeline maggie malcolm malik mallory mandy manny manuel
  manuela marc marcel marcella marcelo marci marcia marcie marco marcos marcus marcy margaret margarita
  margie margo margot maria mariah mariana marianne maribel maricela marie marilyn marina mario marisa
  marisol marissa maritza marjorie marla marlene marlon marni marsha marshall marta martha martin marty
  marvin mary maryann mateo mathew matilda matt matthew mattie maura maureen maurice mauricio maxine maya
  mckenzie meg megan meghan mel melanie melinda melissa melva meredith merle mia micah michael micheal
  michele michelle mick mickey miguel miguelina mikayla mike mildred milton mindy minnie miranda miriam
  misael mitch mitchell mohamed mohammed moises molly mona monica monique morgan morris moses muhammad
  muriel myra myrna myron myrtle nadia nadine nancy nanette naomi natalia natalie natasha nate nathan
  nathaniel ned neil nellie nelson nestor nettie neva nicholas nick nico nicolas nicole nigel nikita nikki
  nikolai nina noah noel noelle noemi nolan nora norberto noreen norma norman octavio ofelia olga oliver
  olivia ollie omar omari ophelia orville oscar osvaldo otis owen pablo paco paige pam pamela patricia
  patrick patsy patti patty paul paula paulette pauline pearl pedro peggy penelope percy pete peter petra
  phil philip phillip phoebe phyllis pierre priscilla priya quentin quincy quinn rachael rachel rae rafael
  ralph ramiro ramon ramona randall randi randy raquel rashad raul ravi raymond rebecca reggie regina
  reginald reid rena rene renee reuben rex reyna rhett rhoda rhonda ricardo richard rick ricky riley rita
  rob robbie robby robert roberta roberto robin robyn rocco rochelle rocio roderick rodney rodrigo rogelio
  roger roland rolando roman ron ronald ronnie rosa rosalie rosalind rosalinda rosario rosemarie rosie
  rowena roxanne roy ruben rudy rufus rupert russell ruth ruthie ryan sabrina sadie sally salvador salvatore
  sam samantha samir sammy samuel sandeep sandra sanjay sara sarah saul scott sean sebastian selena serena
  sergio seth shane shanice shanna shannon shari sharlene sharon shaun shauna shawn shawna sheila shelby
  sheldon shelley shelly sheri sherri sherry sheryl shirin shirley sid sidney silas silvia simon simone
  skylar sofia sonia sonja sonya sophia sophie spencer stacey stacie stacy stan stanley stefan stefanie
  stella steph stephan stephanie stephen steve steven stevie stu stuart sunil susan susana susie suzanne
  suzette suzy sven sybil sylvester sylvia tabitha tad tamara tamika tammie tammy tania tanya tara tasha
  taylor ted teddy terence teresa teri terrence terri terry tess tessa thad thelma theodore theresa therese
  thomas tia tiffany tim timmy timothy tina tobias toby todd tom tomas tommy toni tonia tony tonya tracey
  traci tracie tracy travis trent trevor tricia trina trish trisha troy trudy tyler tyra tyrone ulysses
  uriel ursula valentina valeria valerie vance vanessa velma vera verna vernon veronica vic vicente vicki
  vickie vicky victor victoria vijay vikram vince vincent virgil vito vivian vonda wallace walt walter wanda
  warren wayne wendell wendy wes wesley whitney wilbur wilfred willa willard william willie wilma winifred
  winston wyatt xavier xiomara yasmin yesenia yolanda yvette yvonne zach zachariah zachary zachery zack zane
  zoe zoey`.split(/\s+/),
)
